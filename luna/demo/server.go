package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// running is the server of an arena.
type running struct {
	site  *site.Site
	url   string
	undos []func() error // cleanups, to be run last to first
}

// startServer serves a database, or a temporary one for "", until it is stopped. First it calls
// hold with a second address, for players who must be there before the public address opens. It
// calls finished, which must not block, with each game that ends with a result.
func startServer(
	ctx context.Context, addr, db string, stderr io.Writer, hold func(door string) error,
	finished func(*play.Referee, play.Notice),
) (_ *running, err error) {
	s := &running{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	if db == "" {
		dir, err := os.MkdirTemp("", "luna-demo-")
		if err != nil {
			return nil, err
		}
		s.undos = append(s.undos, func() error { return os.RemoveAll(dir) })
		db = filepath.Join(dir, "demo.db")
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if err := s.open(ctx, addr, db, stderr, hold, finished); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.url = address(listener)
	s.serve(ctx, listener)
	return s, nil
}

// open opens the site, serves it at an address of its own, and calls hold with that.
func (s *running) open(
	ctx context.Context, addr, db string, stderr io.Writer, hold func(door string) error,
	finished func(*play.Referee, play.Notice),
) (err error) {
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// Requests still under way at the end of a practice do not matter, hence the short grace.
	o := site.Options{DB: db, Limits: wideLimits(), Grace: time.Second, Log: log,
		Banner: simulatedBanner, Hosts: httpx.LocalHosts("tcp", addr, nil)}
	if s.site, err = site.Open(ctx, o, lunagame.Opener(lunagame.Options{Finished: finished})); err != nil {
		return err
	}
	s.undos = append(s.undos, s.site.Close)
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.serve(ctx, door)
	return hold(address(door))
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
