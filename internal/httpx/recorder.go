package httpx

import "net/http"

// Recorder is a ResponseWriter that records the status and size of the answer.
type Recorder struct {
	http.ResponseWriter
	Status int   // 0 until the head is written
	Bytes  int64 // of the body
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += int64(n)
	return n, err
}
