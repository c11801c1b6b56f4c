package client

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// ErrTooManyGames is of a player who is in as many games as one may be at a time.
var ErrTooManyGames = game.ErrTooManyGames

// ErrUnclear is wrapped by the error of a request after which it is not known whether the server did what it was asked for, and that
// cannot be sent again without harm: a registration, or a new game ([Client.Games] shows whether it is there).
var ErrUnclear = errors.New("whether it was done is not known")

// Error is the refusal of a request with a Method and a Path: the Status and the Message of the server's answer.
type Error struct {
	Method, Path string
	Status       int
	Message      string
	// RetryAfter is how long the server asks to wait before another attempt, 0 where it does not.
	RetryAfter time.Duration
}

// Error names the request, the status and the message.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// status is that of a refusal, 0 of any other failure.
func status(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return 0
}

// passing tells whether another attempt may succeed. What cannot be read is not better the second time.
func passing(err error) bool {
	switch status(err) {
	case 0:
		_, unread := errors.AsType[*answerError](err)
		_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
		return !unread && !untrusted
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// untouched tells of a passing failure whether the request certainly had no effect: it never left, or the server says that it is too much for now.
func untouched(err error) bool {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable && e.RetryAfter > 0
	}
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

// answerError is an answer that is not what the wire interface says.
type answerError struct {
	method, path string
	err          error
}

func (e *answerError) Error() string {
	return fmt.Sprintf("%s %s: the answer is not one of a Luna server: %v", e.method, e.path, e.err)
}

func (e *answerError) Unwrap() error { return e.err }
