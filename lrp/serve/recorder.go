package serve

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// recorder records what was answered, and closes the connection after the answer if draining is
// set.
type recorder struct {
	httpx.Recorder
	draining *atomic.Bool
}

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	if r.Status == 0 && r.draining.Load() {
		r.Header().Set("Connection", "close")
	}
	r.Recorder.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *recorder) Write(p []byte) (int, error) {
	if r.Status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	return r.Recorder.Write(p)
}

// status returns the status of the answer. It is 200 if nothing was written.
func (r *recorder) status() int { return cmp.Or(r.Status, http.StatusOK) }

// accessLog has one line per request.
type accessLog struct {
	mu sync.Mutex
	w  io.Writer // nil for none
}

// write adds a line: time, client, request, status, size of the answer in bytes, and duration.
func (l *accessLog) write(r *http.Request, rec *recorder, start time.Time, took time.Duration) {
	if l.w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%s %s %q %d %d %v\n", start.UTC().Format(time.RFC3339), r.RemoteAddr,
		r.Method+" "+r.URL.RequestURI(), rec.status(), rec.Bytes, took.Round(time.Microsecond))
}
