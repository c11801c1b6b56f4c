package httpx

import (
	"errors"
	"fmt"
	"net/http"
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

// Rule turns errors of one kind into what a client is told, and returns nil for all others.
type Rule func(error) *Error

// Is is the rule that the given errors, wrapped or not, have a status. Their text is the message.
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

// As is the rule that errors of a type have a status. The message is the text of that error,
// without what wraps it.
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

// Of returns what a client is told of an error: the error itself if it is an [Error], else what
// the rules say. It returns nil for internal errors, which clients must learn nothing of.
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

// Internal is what a client is told of an internal error.
func Internal() *Error {
	return Errorf(http.StatusInternalServerError, "something went wrong in the server")
}
