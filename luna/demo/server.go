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

	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/server"
)

// running is the server of one demonstration.
type running struct {
	url   string
	undos []func() error // cleanups, to be run last to first
}

// startServer serves a new database until it is stopped; "" is a temporary one.
func startServer(ctx context.Context, addr, db string, stderr io.Writer) (_ *running, err error) {
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
	} else if _, err := os.Lstat(db); !errors.Is(err, fs.ErrNotExist) {
		// Simulated people must not mix with real ones.
		err = errors.Join(fmt.Errorf("--db: %s is there, expected the name of a new file", db), err)
		return nil, err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// Requests still under way at the end of a demonstration do not matter, hence the short grace.
	o := server.Options{DB: db, Limits: wideLimits(), Grace: time.Second, Log: log}
	system, err := server.Open(ctx, o)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.undos = append(s.undos, system.Close)
	s.url = "http://" + listener.Addr().String()
	// The server outlives an interrupt until its players have stopped.
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	go func() { served <- system.Serve(serving, listener) }()
	s.undos = append(s.undos, func() error {
		end()
		return <-served
	})
	return s, nil
}

// wideLimits suit players who all share one address and act as fast as they can.
func wideLimits() guard.Limits {
	limits := guard.DefaultLimits
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
