package httpx

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Drain lets a server end without losing a request. Until the accepted requests are answered, the
// server keeps its listener, so that probes see that the process is alive; see [Drain.Late].
type Drain struct {
	draining atomic.Bool
	open     atomic.Int64 // connections
	working  atomic.Int64 // requests that must be answered before the end
}

type lateKey struct{}

// Attach makes a server tell the drain about its connections.
func (d *Drain) Attach(s *http.Server) {
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if !d.draining.Load() {
			return ctx
		}
		return context.WithValue(ctx, lateKey{}, true)
	}
	s.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			d.open.Add(1)
		case http.StateClosed, http.StateHijacked:
			d.open.Add(-1)
		}
	}
}

// Begin begins the drain.
func (d *Drain) Begin() { d.draining.Store(true) }

// Draining reports whether the drain has begun.
func (d *Drain) Draining() bool { return d.draining.Load() }

// Late reports whether a request came on a connection that was accepted after the drain began. It
// must be refused unless it asks for the state of the server.
func (d *Drain) Late(r *http.Request) bool {
	late, _ := r.Context().Value(lateKey{}).(bool)
	return late
}

// Work counts a request that must be answered before the server ends, until the returned function
// is called.
func (d *Drain) Work() (done func()) {
	d.working.Add(1)
	return func() { d.working.Add(-1) }
}

// Wait returns when all accepted requests are answered or the context ends. For as long as linger,
// it also waits for requests that may be on their way on open connections.
func (d *Drain) Wait(ctx context.Context, linger time.Duration) {
	end := time.Now().Add(linger)
	for ctx.Err() == nil && (d.working.Load() > 0 || d.open.Load() > 0 && time.Now().Before(end)) {
		time.Sleep(5 * time.Millisecond)
	}
}
