package client

import (
	"context"
	"errors"
	"math/rand/v2"
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
