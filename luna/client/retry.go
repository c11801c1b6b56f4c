package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// retry calls do until it succeeds, fails permanently, or the client's patience is exhausted.
func (c *Client) retry(ctx context.Context, again func(error) bool, do func() error) error {
	if c.o.Patience < 0 {
		return do()
	}
	waits := backoff.NewExponentialBackOff()
	waits.InitialInterval = c.o.FirstWait
	waits.MaxInterval = maxWait
	waits.Multiplier = 2
	notify := func(err error, wait time.Duration) {
		if c.o.Failed != nil {
			c.o.Failed(withoutWait(err), wait)
		}
	}
	options := []backoff.RetryOption{
		backoff.WithBackOff(waits),
		backoff.WithMaxElapsedTime(c.o.Patience),
		backoff.WithNotify(notify),
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := do()
		if err != nil && (!again(err) || ctx.Err() != nil) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, withWait(err)
	}, options...)
	return withoutWait(err)
}

// withoutWait returns an error without the delay that withWait added to it.
func withoutWait(err error) error {
	if w, ok := errors.AsType[*waitError](err); ok {
		return w.err
	}
	return err
}

// waitError is an error that tells package backoff how long to wait.
type waitError struct {
	err   error
	after backoff.RetryAfterError
}

func (w *waitError) Error() string   { return w.err.Error() }
func (w *waitError) Unwrap() []error { return []error{w.err, &w.after} }

// withWait adds to an error the delay that the server asked for and up to a quarter more, so that
// clients that were refused at the same time do not all return at the same time.
func withWait(err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.RetryAfter <= 0 {
		return err
	}
	wait := e.RetryAfter + rand.N(e.RetryAfter/4+time.Millisecond)
	return &waitError{err, backoff.RetryAfterError{Duration: wait}}
}

// ErrUnclear is wrapped by the error of a request that the server may or may not have carried out,
// and that cannot be repeated safely: a registration, or a new game ([Client.Games] shows whether
// it exists).
var ErrUnclear = errors.New("whether it was done is not known")

// Error is the server's refusal of a request with a Method and a Path.
type Error struct {
	Method, Path string
	Status       int           // the HTTP status
	Message      string        // from the server
	RetryAfter   time.Duration // the delay that the server asks for, else 0
}

// Error returns the request, the status and the message.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// status returns the status of a refusal, 0 for any other error.
func status(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return 0
}

// temporary reports whether another attempt may succeed. An answer that does not follow the
// interface would be no better the second time.
func temporary(err error) bool {
	switch status(err) {
	case 0:
		_, badAnswer := errors.AsType[*answerError](err)
		_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
		return !badAnswer && !untrusted
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout:
		return true
	}
	return false
}

// withoutEffect reports whether a request that failed certainly had no effect: it was never sent,
// or the server is overloaded and says so.
func withoutEffect(err error) bool {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status == http.StatusTooManyRequests ||
			e.Status == http.StatusServiceUnavailable && e.RetryAfter > 0
	}
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

// answerError reports an answer that does not follow the wire interface.
type answerError struct {
	method, path string
	err          error
}

func (e *answerError) Error() string {
	return fmt.Sprintf("%s %s: the answer is not one of a Luna server: %v", e.method, e.path, e.err)
}

func (e *answerError) Unwrap() error { return e.err }
