package serve

import (
	"errors"
	"fmt"
	"net/http"
)

// failure is an error that a client is told, with its status.
type failure struct {
	status  int
	header  http.Header // further headers of the answer, or nil
	message string
}

func (f *failure) Error() string { return f.message }

func failf(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// with adds a header and returns the failure itself.
func (f *failure) with(name, value string) *failure {
	if f.header == nil {
		f.header = make(http.Header)
	}
	f.header.Set(name, value)
	return f
}

// Failures by status. All others are internal errors: a client learns only that there is one.

func badRequest(format string, args ...any) *failure {
	return failf(http.StatusBadRequest, format, args...)
}

func unprocessable(format string, args ...any) *failure {
	return failf(http.StatusUnprocessableEntity, format, args...)
}

func tooLarge(format string, args ...any) *failure {
	return failf(http.StatusRequestEntityTooLarge, format, args...)
}

func unsupported(format string, args ...any) *failure {
	return failf(http.StatusUnsupportedMediaType, format, args...)
}

func unavailable(format string, args ...any) *failure {
	return failf(http.StatusServiceUnavailable, format, args...)
}

// errGone is the failure of a request whose client closed the connection and sees no answer.
var errGone = failf(499, "found the connection closed")

// asFailure returns what a client is told of an error, and logs one that is internal.
func (s *service) asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	s.o.ErrorLog.Printf("%v", err)
	return internalError()
}

func internalError() *failure {
	return failf(http.StatusInternalServerError,
		"found an internal error; the server's log has the details")
}

// problem is a failure in JSON.
type problem struct {
	ID    string `json:"id,omitempty"` // of a record in a stream
	Error string `json:"error"`
}

// fail answers with an error. If an answer has begun, it cuts the connection.
func (s *service) fail(rec *recorder, err error) {
	if rec.code != 0 {
		panic(http.ErrAbortHandler)
	}
	f := s.asFailure(err)
	for name, values := range f.header {
		rec.Header()[name] = values
	}
	s.write(rec, f.status, typeJSON, encode(problem{Error: f.message}))
}
