package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// failure is an error with the status that tells a client of it.
type failure struct {
	status  int
	header  http.Header
	message string
}

func (f *failure) Error() string { return f.message }

func failf(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// problem is a failure in JSON.
type problem struct {
	ID    string `json:"id,omitempty"` // of a stream's record
	Error string `json:"error"`
}

// fail answers with an error. What is no [failure] is the server's fault and told to its log alone.
func (s *service) fail(rec *recorder, err error) {
	if rec.code != 0 {
		panic(http.ErrAbortHandler)
	}
	var f *failure
	if !errors.As(err, &f) {
		s.o.ErrorLog.Printf("%v", err)
		f = failf(http.StatusInternalServerError, "found an internal error; the server's log tells more")
	}
	for name, values := range f.header {
		rec.Header()[name] = values
	}
	s.write(rec, f.status, "application/json", encode(problem{Error: f.message}))
}

// answer writes a value as JSON.
func (s *service) answer(w http.ResponseWriter, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	s.write(w, http.StatusOK, "application/json", b.Bytes())
	return nil
}

// encode returns the JSON of a value that cannot fail, with the end of a line.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return b.Bytes()
}

// write sends a whole answer. A client that is gone is nobody's fault.
func (s *service) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.o.WriteTimeout))
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	last  *atomic.Bool // tells the client to send the next request elsewhere
	code  int          // 0 before the head is written
	bytes int64
}

// Unwrap lets [http.ResponseController] find the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(code int) {
	if r.code == 0 {
		r.code = code
		if r.last.Load() {
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

// accessLog has a line a request.
type accessLog struct {
	mu sync.Mutex
	w  io.Writer
}

// write adds a line: time, client, request, status, bytes of the answer and duration.
func (l *accessLog) write(r *http.Request, rec *recorder, start time.Time, took time.Duration) {
	if l.w == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%s %s %q %d %d %v\n", start.UTC().Format(time.RFC3339), r.RemoteAddr, r.Method+" "+r.URL.RequestURI(),
		rec.status(), rec.bytes, took.Round(time.Microsecond))
}
