package serve

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
)

// log adds a request to the log, if there is one: who asked for what, the status, the size of the
// answer in bytes, the duration, and what identifies the request.
func (s *service) log(r *http.Request, id *httpx.Identity, rec *recorder, took time.Duration) {
	if s.o.Logger == nil {
		return
	}
	attrs := []slog.Attr{
		slog.String("client", r.RemoteAddr), slog.String("method", r.Method),
		slog.String("uri", r.URL.RequestURI()), slog.String("route", id.Route),
		slog.Int("status", rec.status()), slog.Int64("bytes", rec.Bytes),
		slog.Float64("seconds", took.Seconds()),
	}
	s.o.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", append(attrs, id.Attrs()...)...)
}

// serveMetrics answers GET /metrics, in the text format of Prometheus 0.0.4.
func (s *service) serveMetrics(c *call) error {
	s.write(c.w, http.StatusOK, httpx.MetricsType, []byte(s.metrics()))
	return nil
}

func (s *service) metrics() string {
	var e httpx.Exposition
	e.Value("lrp_records_predicted_total", "counter",
		"Records whose rating was predicted or explained.", s.predicted.Load())
	e.Value("lrp_records_bad_total", "counter", "Invalid records.", s.bad.Load())
	e.Value("lrp_model_reloads_total", "counter", "Replacements of the model.", s.reloads.Load())
	e.Family("lrp_model_info", "gauge", "The model that is served.")
	info := s.model.Load().Info()
	e.Sample("lrp_model_info", 1, "approach", info.Approach, "regressor", info.Regressor,
		"dataset", info.Dataset.Name, "sha256", info.Dataset.SHA256, "tool", info.Tool)
	ready := 1
	if s.gate.Draining() {
		ready = 0
	}
	e.Value("lrp_ready", "gauge", "1 if /readyz answers 200, else 0.", ready)
	s.gate.Write(&e, "lrp")
	s.requests.Write(&e, "lrp")
	return e.String()
}

// live answers GET /livez and /healthz: 200 as long as the process serves, also while it drains.
func (s *service) live(c *call) error {
	s.write(c.w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// ready answers GET /readyz: 200 unless new requests would be refused. Models are always ready: a
// server has some before it listens, and keeps them where a reload fails.
func (s *service) ready(c *call) error {
	if s.gate.Draining() {
		return errDraining()
	}
	return s.answer(c.w, map[string]string{"status": "ready"})
}

func errDraining() error {
	return closing(unavailable("found the server shutting down, expected another one to be asked"))
}

// limiter bounds the requests that are computed, and chooses who comes next. Tables, which may take
// long to read, have half of the slots.
type limiter struct {
	computing, tables *guard.Turns

	slots int
	wait  time.Duration
}

func newLimiter(concurrency int, wait time.Duration) *limiter {
	return &limiter{guard.NewTurns(concurrency, guard.Bounds{}),
		guard.NewTurns(max(1, concurrency/2), guard.Bounds{}), concurrency, wait}
}

// yield lets others compute that wait. It is for computations of many records, which hold a slot.
func (l *limiter) yield(ctx context.Context) { l.computing.Yield(httpx.ClientOf(ctx)) }

// compute runs f when there is a free slot. It fails if that takes too long or the client is gone.
func (l *limiter) compute(ctx context.Context, f func() error) error {
	return l.within(ctx, l.computing, f)
}

// computeTable is compute for a table.
func (l *limiter) computeTable(ctx context.Context, f func() error) error {
	return l.within(ctx, l.tables, func() error { return l.within(ctx, l.computing, f) })
}

func (l *limiter) within(ctx context.Context, turns *guard.Turns, f func() error) error {
	waiting, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	end, err := turns.Take(waiting, httpx.ClientOf(ctx))
	switch {
	case ctx.Err() != nil:
		return errGone
	case err != nil:
		return l.busy("found none of %d slots free within %v", l.slots, l.wait)
	}
	defer end()
	return f()
}

// computeLine runs f when there is a free slot, however long that takes. It fails if the client is
// gone.
func (l *limiter) computeLine(ctx context.Context, f func()) error {
	end, err := l.computing.Take(ctx, httpx.ClientOf(ctx))
	if err != nil {
		return errGone
	}
	defer end()
	f()
	return nil
}

func (l *limiter) busy(format string, args ...any) error {
	seconds := strconv.Itoa(max(1, int(l.wait/time.Second)/2))
	return unavailable(format+"; try again later", args...).With("Retry-After", seconds)
}
