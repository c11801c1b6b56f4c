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
