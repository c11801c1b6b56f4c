package httpx

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Error is a refusal as a client sees it.
type Error struct {
	Status  int
	Header  http.Header // further headers of the answer, or nil
	Message string      // for the client
}

// Errorf returns an Error with a formatted message.
func Errorf(status int, format string, args ...any) *Error {
	return &Error{Status: status, Message: fmt.Sprintf(format, args...)}
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// With adds a header and returns the error itself.
func (e *Error) With(name, value string) *Error {
	if e.Header == nil {
		e.Header = make(http.Header)
	}
	e.Header.Add(name, value)
	return e
}

// Rule turns an error of one kind into the [Error] for the client, and returns nil for all others.
type Rule func(error) *Error

// Is returns the rule that gives a status to the given errors, wrapped or not. Their text is the
// message.
func Is(status int, errs ...error) Rule {
	return func(err error) *Error {
		for _, e := range errs {
			if errors.Is(err, e) {
				return Errorf(status, "%s", err.Error())
			}
		}
		return nil
	}
}

// As returns the rule that gives a status to errors of a type. The message is the text of that
// error, without its wrapping.
func As[E error](status int) Rule {
	return func(err error) *Error {
		if e, ok := errors.AsType[E](err); ok {
			return Errorf(status, "%s", e.Error())
		}
		return nil
	}
}

// Rules choose the status of errors. The first that applies counts.
type Rules []Rule

// Of returns the [Error] for the client: the error itself if it is one, or else what the rules make
// of it. It returns nil for internal errors, about which clients must learn nothing.
func (rules Rules) Of(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	for _, rule := range rules {
		if e := rule(err); e != nil {
			return e
		}
	}
	return nil
}

// Internal returns the [Error] that clients see in place of an internal error.
func Internal() *Error {
	return Errorf(http.StatusInternalServerError, "something went wrong in the server")
}

// JSONType is the content type of JSON answers.
const JSONType = "application/json; charset=utf-8"

// WriteJSON sends a whole answer. A value that cannot be encoded is an error, and nothing is sent.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	WriteEncoded(w, status, text)
	return nil
}

// WriteEncoded is [WriteJSON] for a value that is encoded already.
func WriteEncoded(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", JSONType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // fails only if the client is gone
}

// WriteError answers with the headers and status of an error, and {"message": …} as the body, with
// the request_id set by [Identify].
func WriteError(w http.ResponseWriter, e *Error) {
	for name, values := range e.Header {
		w.Header()[name] = values
	}
	_ = WriteJSON(w, e.Status, struct { // a string can always be encoded
		Message   string `json:"message"`
		RequestID string `json:"request_id,omitempty"`
	}{e.Message, w.Header().Get(RequestIDHeader)})
}

// DataPolicy is the Content-Security-Policy of answers that are no pages.
const DataPolicy = "default-src 'none'; frame-ancestors 'none'"

// Secure sets the headers that protect an answer in a browser: its Content-Security-Policy, that no
// cache keeps it, and that pages of other sites can neither embed it, nor reach its window, nor
// learn its address. A handler that knows better sets a header again. A page with a form needs a
// Referrer-Policy of same-origin: else its requests have no origin.
func Secure(h http.Header, policy string) {
	for name, value := range map[string]string{
		"Cache-Control":                "no-store",
		"Content-Security-Policy":      policy,
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
		"Referrer-Policy":              "no-referrer",
		"X-Content-Type-Options":       "nosniff",
	} {
		h.Set(name, value)
	}
}

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
	r.Status = cmp.Or(r.Status, status)
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(b []byte) (int, error) {
	r.Status = cmp.Or(r.Status, http.StatusOK)
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += int64(n)
	return n, err
}

// An answer is written in pieces, each of which the client must take in time: at least 2 KiB/s.
const (
	pieceSize = 32 << 10
	pieceTime = 16 * time.Second
)

// WritePaced writes a part of an answer as fast as the client takes it. It cuts off a client that
// takes less than 2 KiB/s for 16 seconds, however long the whole answer takes.
func WritePaced(w http.ResponseWriter, p []byte) (n int, err error) {
	conn := http.NewResponseController(w)
	for first := true; first || n < len(p); first = false {
		// Fails if there is no connection, as in tests.
		_ = conn.SetWriteDeadline(time.Now().Add(pieceTime))
		m, err := w.Write(p[n:min(len(p), n+pieceSize)])
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
