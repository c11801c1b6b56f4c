package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// Server answers requests on a listener until it is stopped.
type Server struct {
	service *service
	http    *http.Server
	open    atomic.Int64 // connections
}

// NewServer returns a server for predictions of the model.
func NewServer(m *lrp.Model, o Options) *Server {
	s := &Server{service: newService(m, o)}
	o = s.service.o
	s.http = &http.Server{
		Handler:           s.service,
		ReadHeaderTimeout: o.HeaderTimeout,
		ReadTimeout:       o.ReadTimeout,
		// Of answers by net/http itself; the service sets deadlines of its own.
		WriteTimeout:   o.ReadTimeout + o.QueueWait + o.WriteTimeout,
		IdleTimeout:    o.IdleTimeout,
		MaxHeaderBytes: 64 << 10,
		ErrorLog:       o.ErrorLog,
		ConnState:      s.count,
	}
	return s
}

// count counts the open connections.
func (s *Server) count(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.open.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.open.Add(-1)
	}
}

// Replace replaces the model. Requests in flight end with the model that they began with.
func (s *Server) Replace(m *lrp.Model) {
	s.service.model.Store(m)
	s.service.metrics.reloads.Add(1)
}

// linger is how long clients with an open connection may still send a request when the server
// stops. A request that was sent before the client could know would be lost.
const linger = 500 * time.Millisecond

// Serve answers requests until the context ends. Then it accepts no more connections, answers every
// accepted request and returns nil. If that takes longer than the grace period, it cuts off the
// rest and returns an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(l) }()
	select {
	case err := <-failed:
		s.http.Close()
		return err
	case <-ctx.Done():
	}
	s.service.draining.Store(true)
	l.Close()
	<-failed
	grace, cancel := context.WithTimeout(context.Background(), s.service.o.Grace)
	defer cancel()
	end := time.Now().Add(min(linger, s.service.o.Grace))
	for s.open.Load() > 0 && time.Now().Before(end) {
		time.Sleep(5 * time.Millisecond)
	}
	err := s.http.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		unfinished := s.service.metrics.inFlight.Load()
		s.http.Close()
		return fmt.Errorf("found %d requests unfinished after %v, expected none",
			unfinished, s.service.o.Grace)
	}
	return err
}
