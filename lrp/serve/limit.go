package serve

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// limiter bounds the requests that are being read or wait, and those that are being computed.
type limiter struct {
	admitted, computing chan struct{}
	wait                time.Duration
}

func newLimiter(concurrency, queue int, wait time.Duration) *limiter {
	return &limiter{make(chan struct{}, concurrency+queue), make(chan struct{}, concurrency), wait}
}

// admit lets a request in, before its body is read, or fails at once. The caller calls leave when it is answered.
func (l *limiter) admit() (leave func(), err error) {
	select {
	case l.admitted <- struct{}{}:
		return func() { <-l.admitted }, nil
	default:
		return nil, l.busy("found %d requests under way, as many as are let in", cap(l.admitted))
	}
}

// compute runs f when its turn has come, or fails when that takes too long or the client is gone.
func (l *limiter) compute(ctx context.Context, f func() error) error {
	timer := time.NewTimer(l.wait)
	defer timer.Stop()
	select {
	case l.computing <- struct{}{}:
	case <-timer.C:
		return l.busy("found no free place of %d within %v", cap(l.computing), l.wait)
	case <-ctx.Done():
		return errGone
	}
	defer func() { <-l.computing }()
	return f()
}

// turn runs f when its turn has come, however long that takes, or fails when the client is gone.
func (l *limiter) turn(ctx context.Context, f func()) error {
	select {
	case l.computing <- struct{}{}:
	case <-ctx.Done():
		return errGone
	}
	defer func() { <-l.computing }()
	f()
	return nil
}

// errGone is for a client that did not wait; it sees it no more.
var errGone = failf(499, "found the connection closed")

func (l *limiter) busy(format string, args ...any) error {
	f := failf(http.StatusServiceUnavailable, format+"; try again later", args...)
	f.header = http.Header{"Retry-After": {strconv.Itoa(max(1, int(l.wait/time.Second)/2))}}
	return f
}
