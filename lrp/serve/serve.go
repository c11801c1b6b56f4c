// Package serve answers HTTP requests for predictions of a model.
//
// [Handler] is for programs that have a server of their own. [Server] is one with time limits that loses no request when it is
// stopped. Both know neither passwords nor encryption: a proxy before them has to, where they are needed.
package serve

import (
	"cmp"
	"io"
	"log"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// Options bounds what a request may cost, and says what is told. For numbers and durations 0 is the default.
type Options struct {
	// MaxBody is the largest body of a request, or line of a stream, in bytes; the default is 8 MiB.
	MaxBody int64
	// MaxRecords is the largest number of records in an array; the default is 1000. Streams may have any number.
	MaxRecords int
	// MaxResponse is the length of the longest response, in bytes; the default is 10,000.
	MaxResponse int
	// MaxExplained is the length, in bytes, of all responses of a record together up to which it is explained; the default is 20,000.
	// The time an explanation takes grows with its square.
	MaxExplained int

	// Concurrency is the number of requests that are computed at the same time; the default is two per processor.
	Concurrency int
	// Queue is the number of requests that may wait besides those; the default is 256.
	Queue int
	// QueueWait is how long a request may wait; the default is 5 seconds.
	QueueWait time.Duration

	// HeaderTimeout is within what time the head of a request has to arrive; the default is 5 seconds.
	HeaderTimeout time.Duration
	// ReadTimeout is within what time a body, or the next line of a stream, has to arrive; the default is 30 seconds.
	ReadTimeout time.Duration
	// WriteTimeout is within what time an answer, or what is ready of a stream, has to be taken; the default is 30 seconds.
	WriteTimeout time.Duration
	// IdleTimeout is how long a connection is kept for the next request; the default is 2 minutes.
	IdleTimeout time.Duration
	// Grace is how long a server that is stopped works on the requests that it has accepted; the default is 30 seconds.
	Grace time.Duration

	// ShowKey tells the acceptable answers.
	ShowKey bool
	// HideTraining leaves the responses of the training part out of explanations.
	HideTraining bool
	// CORS is the origin whose pages may ask, such as "https://example.org", or "*" for all; "" for none but the server's own.
	CORS string

	// AccessLog, if not nil, gets a line a request.
	AccessLog io.Writer
	// ErrorLog gets what went wrong inside; nil means the standard logger.
	ErrorLog *log.Logger
}

func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(o.MaxBody, 8<<20)
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
	if o.ErrorLog == nil {
		o.ErrorLog = log.Default()
	}
	return o
}

// DefaultOptions are the options with all defaults put in.
func DefaultOptions() Options { return Options{}.withDefaults() }

// service is what answers. It is safe for concurrent use.
type service struct {
	o        Options
	model    atomic.Pointer[lrp.Model]
	limit    *limiter
	metrics  *metrics
	access   accessLog
	draining atomic.Bool
}

// Handler answers requests for predictions of the model: POST /predict and /explain, GET /model, /healthz, /metrics,
// /openapi.json and a page at /. Of the time limits those of a body and of an answer are its own.
func Handler(m *lrp.Model, o Options) http.Handler { return newService(m, o) }

func newService(m *lrp.Model, o Options) *service {
	o = o.withDefaults()
	s := &service{o: o, limit: newLimiter(o.Concurrency, o.Queue, o.QueueWait), metrics: newMetrics(), access: accessLog{w: o.AccessLog}}
	s.model.Store(m)
	return s
}
