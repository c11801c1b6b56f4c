package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// answer writes a value as JSON.
func (s *service) answer(w http.ResponseWriter, v any) error {
	body, err := marshal(v)
	if err != nil {
		return err
	}
	s.write(w, http.StatusOK, typeJSON, body)
	return nil
}

// marshal returns the JSON of a value and a line break. It does not escape for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// encode is marshal for values that can always be encoded.
func encode(v any) []byte {
	text, _ := marshal(v)
	return text
}

// write sends a complete answer, compressed if the client takes that and it is worth it. It ignores
// errors, as they are the client's.
func (s *service) write(w http.ResponseWriter, status int, contentType string, body []byte) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.o.WriteTimeout))
	w.Header().Set("Content-Type", contentType)
	ctx := context.Background()
	if rec, ok := w.(*recorder); ok {
		ctx = rec.ctx
	}
	if rec, ok := w.(*recorder); ok && rec.gzip {
		if small, ok := httpx.Gzip(body); ok {
			w.Header().Set("Content-Encoding", "gzip")
			body = small
		}
	}
	release, full := httpx.Hold(ctx, &s.gate.Answers, "", len(body))
	defer release()
	if full != nil {
		status, body = http.StatusServiceUnavailable, s.tooManyAnswers(w)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// tooManyAnswers returns the body of a refusal where there is no room for an answer among those
// that clients have not taken yet.
func (s *service) tooManyAnswers(w http.ResponseWriter) []byte {
	h := w.Header()
	h.Del("Content-Encoding")
	h.Del("Content-Disposition")
	h.Set("Content-Type", typeJSON)
	h.Set("Retry-After", "5")
	return encode(problem{RequestID: h.Get(httpx.RequestIDHeader),
		Error: "found no room for the answer among those that are being written; try again later"})
}

// The failures that clients are told, by status. All other errors are internal: a client learns
// only that there was one.

func badRequest(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusBadRequest, format, args...)
}

func unprocessable(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusUnprocessableEntity, format, args...)
}

func tooLarge(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusRequestEntityTooLarge, format, args...)
}

func unsupported(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusUnsupportedMediaType, format, args...)
}

func unavailable(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusServiceUnavailable, format, args...)
}

// errGone is the failure of a request whose client closed the connection and sees no answer.
var errGone = httpx.Errorf(499, "found the connection closed")

// asFailure returns what a client is told of an error. It logs internal errors.
func (s *service) asFailure(r *http.Request, err error) *httpx.Error {
	var f *httpx.Error
	if errors.As(err, &f) {
		return f
	}
	s.o.ErrorLog.Printf("request_id=%s %v", httpx.IdentityOf(r.Context()).RequestID, err)
	return internalError()
}

func internalError() *httpx.Error {
	return httpx.Errorf(http.StatusInternalServerError,
		"found an internal error; the server's log has the details")
}

// problem is a failure in JSON.
type problem struct {
	ID    string `json:"id,omitempty"` // of a record in a stream
	Error string `json:"error"`
	// Notes say what had been found out about a table.
	Notes     []string `json:"notes,omitempty"`
	RequestID string   `json:"request_id,omitempty"` // of a whole request
}

// fail answers with an error. If an answer has begun, it cuts the connection.
func (s *service) fail(rec *recorder, r *http.Request, err error) {
	if rec.Status != 0 {
		panic(http.ErrAbortHandler)
	}
	f := s.asFailure(r, err)
	if displaced := httpx.Displaced(r.Context()); displaced != nil {
		f = displaced
	}
	for name, values := range f.Header {
		rec.Header()[name] = values
	}
	p := problem{Error: f.Message, Notes: notesOf(err),
		RequestID: rec.Header().Get(httpx.RequestIDHeader)}
	setNotes(rec, p.Notes)
	s.write(rec, f.Status, typeJSON, encode(p))
}

// recorder records what was answered, and closes the connection after the answer if the server is
// draining.
type recorder struct {
	httpx.Recorder
	gate *httpx.Gate
	ctx  context.Context // of the request
	gzip bool            // the client takes compressed answers
	body *httpx.Charged
}

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	if r.Status == 0 && r.gate.Draining() {
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
