package httpx

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Serve has a server answer requests on a listener until the context ends. It then finishes the
// requests under way: waits end, bodies have a fortieth of the grace period to arrive, and for as
// long as linger, clients with an open connection may still send a request. Requests that outlast
// the grace period are cut off, which is an error. The listener is closed.
func (g *Gate) Serve(ctx context.Context, s *http.Server, l net.Listener, grace, linger time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(g.limit(s, l)) }()
	select {
	case err := <-failed:
		s.Close()
		return err
	case <-ctx.Done():
	}
	g.Drain(grace)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	lingers := time.Now().Add(linger)
	for ctx.Err() == nil && (g.working.Load() > 0 || g.open.Load() > 0 && time.Now().Before(lingers)) {
		time.Sleep(5 * time.Millisecond)
	}
	err := s.Shutdown(ctx)
	if <-failed; errors.Is(err, context.DeadlineExceeded) {
		s.Close()
		return fmt.Errorf("requests were still under way after %v and have been cut off", grace)
	}
	return err
}

// Server returns a server of the requests of a gate, with usual limits of a connection.
func (g *Gate) Server(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: g.Body,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10}
}

// Drain begins the end of a server, which has a grace period.
func (g *Gate) Drain(grace time.Duration) {
	g.until.Store(time.Now().Add(grace / 40).UnixNano())
	g.begin()
}

// Draining reports whether the server is about to end.
func (g *Gate) Draining() bool { return g.begun.Err() != nil }

// Late reports whether a request came on a connection that was accepted after the drain began. It
// must be refused unless it asks for the state of the server.
func Late(r *http.Request) bool {
	c, ok := r.Context().Value(connKey{}).(*countedConn)
	return ok && c.late
}

// Work counts a request that must be answered before the server ends, until the returned function
// is called.
func (g *Gate) Work() (done func()) {
	g.working.Add(1)
	return func() { g.working.Add(-1) }
}
