package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
)

// running is the server of a demonstration or of an arena.
type running struct {
	site  *site.Site
	url   string
	undos []func() error // cleanups, to be run last to first
}

// hosting says what to serve, a database or "" for a temporary one, and at which address.
type hosting struct {
	addr, db string
	reuse    bool   // db may exist
	banner   string // shown on all pages
	machines bool   // play each other
	// finished, if not nil, is called with each game that ends with a result. It must not block.
	finished func(*play.Referee, play.Notice)
}

// startServer serves until it is stopped. If hold is not nil, it is first called with a second
// address, for players who must be there before the public address opens.
func startServer(
	ctx context.Context, h hosting, stderr io.Writer, hold func(door string) error,
) (_ *running, err error) {
	s := &running{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	if h.db == "" {
		dir, err := os.MkdirTemp("", "luna-demo-")
		if err != nil {
			return nil, err
		}
		s.undos = append(s.undos, func() error { return os.RemoveAll(dir) })
		h.db = filepath.Join(dir, "demo.db")
	} else if _, err := os.Lstat(h.db); !h.reuse && !errors.Is(err, fs.ErrNotExist) {
		// Simulated people must not mix with real ones.
		err = errors.Join(fmt.Errorf("--db: %s exists; give the name of a new file", h.db), err)
		return nil, err
	}
	listener, err := net.Listen("tcp", h.addr)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// Requests still under way at the end of a demonstration do not matter, hence the short grace.
	o := site.Options{DB: h.db, Limits: wideLimits(), Grace: time.Second, Log: log,
		Banner: h.banner, Hosts: httpx.LocalHosts("tcp", h.addr, nil)}
	system, err := site.Open(ctx, o, lunagame.Opener(lunagame.Options{
		Finished: h.finished, Pairing: play.Pairing{MachineGames: h.machines},
	}))
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.undos = append(s.undos, system.Close)
	s.site, s.url = system, address(listener)
	if hold != nil {
		door, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, errors.Join(err, listener.Close())
		}
		s.serve(ctx, door)
		if err := hold(address(door)); err != nil {
			return nil, errors.Join(err, listener.Close())
		}
	}
	s.serve(ctx, listener)
	return s, nil
}

// address is the URL of a listener.
func address(l net.Listener) string { return "http://" + l.Addr().String() }

// serve answers requests on a listener. The server outlives an interrupt until its players have
// stopped.
func (s *running) serve(ctx context.Context, l net.Listener) {
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	go func() { served <- s.site.Serve(serving, l) }()
	s.undos = append(s.undos, func() error {
		end()
		return <-served
	})
}

// wideLimits suit players who all share one address and act as fast as they can.
func wideLimits() guard.Limits {
	limits := guard.DefaultLimits()
	limits.Registrations = guard.Rate{Burst: 10_000, Every: time.Second}
	limits.Players = guard.Rate{Burst: 10_000, Every: time.Millisecond}
	limits.Addresses = guard.Rate{Burst: 100_000, Every: time.Second / 20_000}
	limits.Texts = guard.Rate{Burst: 1 << 30, Every: time.Microsecond}
	return limits
}

// stop ends the server and closes what it had open.
func (s *running) stop() error {
	var errs []error
	for _, undo := range slices.Backward(s.undos) {
		if err := undo(); err != nil {
			errs = append(errs, fmt.Errorf("stopping the server: %w", err))
		}
	}
	s.undos = nil
	return errors.Join(errs...)
}
