package serve

import (
	"errors"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
)

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
