package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// retry calls do until it succeeds, fails for good, or the client's patience is at its end.
func (c *Client) retry(ctx context.Context, again func(error) bool, do func() error) error {
	if c.o.Patience < 0 {
		return do()
	}
	waits := backoff.NewExponentialBackOff()
	waits.InitialInterval, waits.MaxInterval, waits.Multiplier = c.o.FirstWait, longWait, 2
	told := func(err error, wait time.Duration) {
		if c.o.Failed != nil {
			c.o.Failed(plain(err), wait)
		}
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := do()
		if err != nil && (!again(err) || ctx.Err() != nil) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, asked(err)
	}, backoff.WithBackOff(waits), backoff.WithMaxElapsedTime(c.o.Patience), backoff.WithNotify(told))
	return plain(err)
}

// plain is an error without what it says to package backoff.
func plain(err error) error {
	if w, ok := errors.AsType[*waitError](err); ok {
		return w.err
	}
	return err
}

// waitError is a failure after which the server asks to wait for a while.
type waitError struct {
	err   error
	after backoff.RetryAfterError
}

func (w *waitError) Error() string   { return w.err.Error() }
func (w *waitError) Unwrap() []error { return []error{w.err, &w.after} }

// asked gives an error the wait that the server asks for, and up to a quarter more, so that those who were sent away together do
// not come back together.
func asked(err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.RetryAfter <= 0 {
		return err
	}
	return &waitError{err, backoff.RetryAfterError{Duration: e.RetryAfter + rand.N(e.RetryAfter/4+time.Millisecond)}}
}
