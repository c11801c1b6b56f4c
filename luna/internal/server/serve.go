package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// The limits of a connection. A body or an answer of some hundred thousand bytes passes through a slow one.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = time.Minute
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	maxHeader     = 32 << 10
	// expireEvery is how often games are looked for that have expired, though nobody does anything.
	expireEvery = time.Minute
)

// Serve answers requests on a listener until the context ends. Then it takes no more, answers those that are under way, and returns
// nil; where they take longer than the grace, it cuts them off and returns an error. The listener is closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn),
	}
	var ticking sync.WaitGroup
	tick, stop := context.WithCancel(ctx)
	ticking.Go(func() { s.expire(tick) })
	defer ticking.Wait()
	defer stop()

	failed := make(chan error, 1)
	d := &door{Listener: l, free: func(a netip.Addr) bool { return a.Unmap().IsLoopback() || s.trusted(a) }}
	go func() { failed <- h.Serve(d) }()
	select {
	case err := <-failed:
		h.Close()
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), s.o.Grace)
	defer cancel()
	err := h.Shutdown(grace)
	<-failed
	if errors.Is(err, context.DeadlineExceeded) {
		h.Close()
		return fmt.Errorf("requests were still under way after %v and have been cut off", s.o.Grace)
	}
	return err
}

// expire ends games in which nobody acts.
func (s *Server) expire(ctx context.Context) {
	t := time.NewTicker(expireEvery)
	defer t.Stop()
	for {
		if err := s.referee.Expire(ctx); err != nil && ctx.Err() == nil {
			s.o.Log.Error("games could not be ended that have expired", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}
