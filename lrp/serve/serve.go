// Package serve answers HTTP requests for predictions of a model.
//
// [Handler] is for programs with a server of their own. [Server] has time limits and loses no
// request when it is stopped. Neither has authentication or encryption; if these are needed, put a
// proxy in front.
package serve

import (
	"cmp"
	"context"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
)

// Options bounds what requests may cost and says what clients may see. Numbers and durations that
// are 0 have the default.
type Options struct {
	// MaxBody is the maximal size of a body, or of a line of a stream, in bytes; the default is
	// 8 MiB.
	MaxBody int64
	// MaxBodies is the maximal total size in bytes of all bodies that are being read or answered,
	// not counting 32 KiB of each; the default is 128 MiB. Answers that clients have not taken yet
	// may take as much again.
	MaxBodies int64
	// MaxConnections is the maximal number of connections of a [Server]; the default is 4000. If
	// there are more, an idle one makes room, or else one from the address that has most.
	MaxConnections int
	// MaxRecords is the maximal number of records in an array; the default is 1000. Streams may
	// have any number.
	MaxRecords int
	// MaxResponse is the maximal length of a response in bytes; the default is 10,000.
	MaxResponse int
	// MaxExplained is the maximal length in bytes of all responses of a record to explain; the
	// default is 20,000. The time of an explanation grows with its square.
	MaxExplained int

	// Concurrency is the number of requests that are computed at the same time; the default is two
	// per processor.
	Concurrency int
	// Queue is the number of further requests that may wait; the default is 256. In addition, as
	// many streams may be under way as requests may run or wait.
	Queue int
	// QueueWait is how long a request may wait; the default is 5 seconds.
	QueueWait time.Duration

	// HeaderTimeout bounds the time to read the header of a request; the default is 5 seconds.
	HeaderTimeout time.Duration
	// ReadTimeout bounds the time to read a body, or the next line of a stream; the default is 30
	// seconds.
	ReadTimeout time.Duration
	// WriteTimeout bounds the time to write an answer, or the part of a stream that is ready; the
	// default is 30 seconds.
	WriteTimeout time.Duration
	// IdleTimeout is how long a connection is kept open for the next request; the default is 2
	// minutes.
	IdleTimeout time.Duration
	// Grace bounds the time that a stopped server works on accepted requests; the default is 30
	// seconds.
	Grace time.Duration

	// ShowKey shows the acceptable answers.
	ShowKey bool
	// HideTraining leaves the responses of the training set out of explanations.
	HideTraining bool
	// CORS is the origin whose pages may send requests, such as "https://example.org", or "*" for
	// all; "" allows only the server's own.
	CORS string

	// Hosts, if not nil, are the host names by which the server is known, besides localhost and
	// addresses. Requests for others are refused: a page of another site can make its own name
	// resolve to this machine.
	Hosts []string

	// Proxies are the networks of proxies that are trusted to name the client in X-Forwarded-For.
	Proxies []netip.Prefix

	// Logger, if not nil, gets one structured record per request.
	Logger *slog.Logger
	// ErrorLog gets internal errors; nil means the standard logger.
	ErrorLog *log.Logger
}

func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(o.MaxBody, 8<<20)
	o.MaxBodies = cmp.Or(o.MaxBodies, 128<<20)
	o.MaxConnections = cmp.Or(o.MaxConnections, guard.DefaultConnections)
	o.MaxRecords = cmp.Or(o.MaxRecords, 1000)
	o.MaxResponse = cmp.Or(o.MaxResponse, 10_000)
	o.MaxExplained = cmp.Or(o.MaxExplained, 20_000)
	o.Concurrency = cmp.Or(o.Concurrency, 2*runtime.GOMAXPROCS(0))
	o.Queue = cmp.Or(o.Queue, 256)
	o.QueueWait = cmp.Or(o.QueueWait, 5*time.Second)
	o.HeaderTimeout = cmp.Or(o.HeaderTimeout, 5*time.Second)
	o.ReadTimeout = cmp.Or(o.ReadTimeout, 30*time.Second)
	o.WriteTimeout = cmp.Or(o.WriteTimeout, 30*time.Second)
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 2*time.Minute)
	o.Grace = cmp.Or(o.Grace, 30*time.Second)
	o.ErrorLog = cmp.Or(o.ErrorLog, log.Default())
	return o
}

// DefaultOptions returns the options with all defaults set.
func DefaultOptions() Options { return Options{}.withDefaults() }

// service answers requests. It is safe for concurrent use.
type service struct {
	o        Options
	model    atomic.Pointer[lrp.Model]
	limit    *limiter
	requests httpx.Requests
	gate     *httpx.Gate

	predicted, bad, reloads atomic.Uint64 // records, records, replacements of the model
}

// Handler returns a handler for POST /predict and /explain, GET /model, /livez, /readyz, /metrics,
// /openapi.json, and a page at /. Of the time limits, it applies only those on bodies and answers.
func Handler(m *lrp.Model, o Options) http.Handler { return newService(m, o) }

func newService(m *lrp.Model, o Options) *service {
	o = o.withDefaults()
	s := &service{o: o, limit: newLimiter(o.Concurrency, o.QueueWait)}
	s.gate = &httpx.Gate{Proxies: o.Proxies, Body: o.ReadTimeout, Rooms: guard.NewRooms(o.MaxConnections),
		Say: func(text string) { o.ErrorLog.Print(text) }}
	// A client may have all, since it may be a program that asks for many people.
	places, memory := guard.Bounds{All: int64(o.Concurrency + o.Queue)}, guard.Bounds{All: o.MaxBodies}
	s.gate.Requests.Bounds, s.gate.Streams.Bounds = places, places
	s.gate.Bodies.Bounds, s.gate.Answers.Bounds, s.gate.Connections.Address = memory, memory, 0
	s.gate.Start()
	s.model.Store(m)
	return s
}

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
// nil. Meanwhile it refuses requests on new connections, except probes and metrics. If it takes
// longer than the grace period, Serve cuts off the rest and returns an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return s.service.gate.Serve(ctx, s.http, l, s.service.o.Grace, linger)
}
