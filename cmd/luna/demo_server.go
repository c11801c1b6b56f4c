package main

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
	"time"

	"github.com/luna-rating/luna/luna/auth"
	"github.com/luna-rating/luna/luna/server"
)

// demoServer is a rating system for one demonstration.
type demoServer struct {
	url  string
	undo []func() error // what to do in the end, the last first
}

// startDemoServer serves a new database, "" being one that is removed in the end, until it is stopped.
func startDemoServer(ctx context.Context, addr, db string, stderr io.Writer) (_ *demoServer, err error) {
	s := &demoServer{}
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
		s.undo = append(s.undo, func() error { return os.RemoveAll(dir) })
		db = filepath.Join(dir, "demo.db")
	} else if _, err := os.Lstat(db); !errors.Is(err, fs.ErrNotExist) {
		// Simulated people must not come among others.
		return nil, errors.Join(fmt.Errorf("--db: %s is there, expected the name of a new file", db), err)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// What is under way when the demonstration ends does not matter.
	system, err := server.Open(ctx, server.Options{DB: db, Limits: demoLimits(), Grace: time.Second, Log: log})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.undo = append(s.undo, system.Close)
	s.url = "http://" + listener.Addr().String()
	// The server outlives an interrupt until its players have stopped.
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	go func() { served <- system.Serve(serving, listener) }()
	s.undo = append(s.undo, func() error {
		end()
		return <-served
	})
	return s, nil
}

// demoLimits are for players who all come from one address and act as fast as they can, which other servers would not let them.
func demoLimits() auth.Limits {
	limits := auth.DefaultLimits
	limits.Registrations = auth.Rate{Burst: 10_000, Every: time.Second}
	limits.Players = auth.Rate{Burst: 10_000, Every: time.Millisecond}
	limits.Addresses = auth.Rate{Burst: 100_000, Every: time.Second / 20_000}
	limits.Texts = auth.Rate{Burst: 1 << 30, Every: time.Microsecond}
	return limits
}

// stop ends the server and closes what it had open.
func (s *demoServer) stop() error {
	var errs []error
	for len(s.undo) > 0 {
		last := len(s.undo) - 1
		undo := s.undo[last]
		s.undo = s.undo[:last]
		if err := undo(); err != nil {
			errs = append(errs, fmt.Errorf("stopping the server: %w", err))
		}
	}
	return errors.Join(errs...)
}
