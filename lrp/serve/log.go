package serve

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// accessLog has one line or record per request.
type accessLog struct {
	mu     sync.Mutex
	w      io.Writer    // nil for none
	logger *slog.Logger // nil for none
}

// write adds a request: time, client, request, status, size of the answer in bytes, duration, and
// what identifies the request.
func (l *accessLog) write(
	r *http.Request, id *httpx.Identity, rec *recorder, start time.Time, took time.Duration,
) {
	if l.logger != nil {
		attrs := []slog.Attr{
			slog.String("client", r.RemoteAddr), slog.String("method", r.Method),
			slog.String("uri", r.URL.RequestURI()), slog.String("route", id.Route),
			slog.Int("status", rec.status()), slog.Int64("bytes", rec.Bytes),
			slog.Float64("seconds", took.Seconds()),
		}
		l.logger.LogAttrs(r.Context(), slog.LevelInfo, "request", append(attrs, id.Attrs()...)...)
	}
	if l.w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%s %s %q %d %d %v", start.UTC().Format(time.RFC3339), r.RemoteAddr,
		r.Method+" "+r.URL.RequestURI(), rec.status(), rec.Bytes, took.Round(time.Microsecond))
	for _, a := range id.Attrs() {
		fmt.Fprintf(l.w, " %s=%s", a.Key, a.Value)
	}
	fmt.Fprintln(l.w)
}
