package serve

import (
	"cmp"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
)

// recorder records what was answered, and closes the connection after the answer if the server is
// draining.
type recorder struct {
	httpx.Recorder
	drain *httpx.Drain
	gzip  bool // the client takes compressed answers
	body  *httpx.Charged
}

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	if r.Status == 0 && r.drain.Draining() {
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
