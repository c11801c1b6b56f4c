package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/luna/accounts"
	"github.com/luna-rating/luna/luna/api"
	"github.com/luna-rating/luna/luna/auth"
	"github.com/luna-rating/luna/luna/referee"
	"github.com/luna-rating/luna/luna/store"
	"github.com/luna-rating/luna/luna/web"
)

// demoServer is a rating system for one demonstration.
type demoServer struct {
	url    string
	undo   []func() error // what to do in the end, the last first
	server *http.Server
}

// startDemoServer serves a database, "" being one that is removed in the end.
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
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	handler, err := s.handler(ctx, db, log)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	s.url = "http://" + listener.Addr().String()
	s.server = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	served := make(chan error, 1)
	go func() { served <- s.server.Serve(listener) }()
	s.undo = append(s.undo, func() error {
		err := s.server.Close()
		if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
			err = errors.Join(err, failed)
		}
		return err
	})
	return s, nil
}

// handler opens the database and returns the interface for machines and the pages for people.
func (s *demoServer) handler(ctx context.Context, db string, log *slog.Logger) (http.Handler, error) {
	st, err := store.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	s.undo = append(s.undo, st.Close)
	ref, err := referee.Open(ctx, st, referee.Options{Log: log})
	if err != nil {
		return nil, err
	}
	s.undo = append(s.undo, func() error { ref.Close(); return nil })
	desk, err := demoDesk(ctx, st, ref)
	if err != nil {
		return nil, err
	}
	wire, err := api.New(api.Options{Desk: desk, Log: log})
	if err != nil {
		return nil, err
	}
	pages, err := web.New(web.Options{Desk: desk, Log: log})
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wire.Owns(r.URL.Path) {
			wire.ServeHTTP(w, r)
		} else {
			pages.ServeHTTP(w, r)
		}
	}), nil
}

// demoDesk lets players in. All of them come from one address and act as fast as they can, which other servers would not let them.
func demoDesk(ctx context.Context, st *store.Store, ref *referee.Referee) (*accounts.Desk, error) {
	limits := auth.DefaultLimits
	limits.Registrations = auth.Rate{Burst: 10_000, Every: time.Second}
	limits.Players = auth.Rate{Burst: 10_000, Every: time.Millisecond}
	limits.Addresses = auth.Rate{Burst: 100_000, Every: time.Second / 20_000}
	guard, err := auth.NewGuard(limits, nil)
	if err != nil {
		return nil, err
	}
	key, err := st.Key(ctx)
	if err != nil {
		return nil, err
	}
	tokens, err := auth.NewTokens(key, nil)
	if err != nil {
		return nil, err
	}
	hasher, err := auth.NewHasher(auth.DefaultCost, 0)
	if err != nil {
		return nil, err
	}
	return &accounts.Desk{Referee: ref, Hasher: hasher, Tokens: tokens, Guard: guard}, nil
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
