package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
)

// Server answers requests on a listener until it is stopped.
type Server struct {
	service *service
	http    *http.Server
}

// NewServer returns a server for predictions of a model.
func NewServer(m *lrp.Model, o Options) *Server { return newServer(newService(m, o)) }

func newServer(service *service) *Server {
	s := &Server{service: service}
	o := service.o
	s.http = &http.Server{
		Handler:           s.service,
		ReadHeaderTimeout: o.HeaderTimeout,
		ReadTimeout:       o.ReadTimeout,
		// Of answers by net/http itself; the service sets deadlines of its own.
		WriteTimeout:   o.ReadTimeout + o.QueueWait + o.WriteTimeout,
		IdleTimeout:    o.IdleTimeout,
		MaxHeaderBytes: 64 << 10,
		ErrorLog:       o.ErrorLog,
	}
	service.drain.Attach(s.http)
	return s
}

// Replace replaces the model. Requests in flight end with the model that they began with.
func (s *Server) Replace(m *lrp.Model) {
	s.service.model.Store(m)
	s.service.reloads.Add(1)
}

// linger is how long clients with an open connection may still send a request when the server
// stops. A request that was sent before the client could know would be lost.
const linger = 500 * time.Millisecond

// Serve answers requests until the context ends. Then it answers every accepted request and returns
// nil. Requests on new connections are refused meanwhile, but for probes and metrics. If it takes
// longer than the grace period, Serve cuts off the rest and returns an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	failed := make(chan error, 1)
	limited := httpx.Connections{All: s.service.o.MaxConnections,
		Client: s.service.gate.Proxies.Client}.Limit(l)
	limited.Watch(s.http)
	go func() { failed <- s.http.Serve(limited) }()
	select {
	case err := <-failed:
		s.http.Close()
		return err
	case <-ctx.Done():
	}
	s.service.drain.Begin()
	grace, cancel := context.WithTimeout(context.Background(), s.service.o.Grace)
	defer cancel()
	s.service.drain.Wait(grace, linger)
	err := s.http.Shutdown(grace)
	<-failed
	if errors.Is(err, context.DeadlineExceeded) {
		unfinished := s.service.requests.InFlight()
		s.http.Close()
		return fmt.Errorf("found %d requests unfinished after %v, expected none",
			unfinished, s.service.o.Grace)
	}
	return err
}
