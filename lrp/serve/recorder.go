package serve

import (
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// recorder records what was answered.
type recorder struct {
	http.ResponseWriter
	draining *atomic.Bool // if set, the answer closes the connection
	code     int          // 0 before the header is written
	bytes    int64
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(code int) {
	if r.code == 0 {
		r.code = code
		if r.draining.Load() {
			r.Header().Set("Connection", "close")
		}
	}
	r.ResponseWriter.WriteHeader(code)
}

// Write implements [http.ResponseWriter].
func (r *recorder) Write(p []byte) (int, error) {
	if r.code == 0 {
		r.WriteHeader(http.StatusOK)
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

func (r *recorder) status() int {
	if r.code == 0 {
		return http.StatusOK
	}
	return r.code
}

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
		r.Method+" "+r.URL.RequestURI(), rec.status(), rec.bytes, took.Round(time.Microsecond))
}
