package serve

import (
	"context"
	"strconv"
	"time"
)

// limiter bounds the requests that are computed. Tables, which may take long to read, have half of
// the slots.
type limiter struct {
	computing, tables chan struct{}

	wait time.Duration
}

func newLimiter(concurrency int, wait time.Duration) *limiter {
	return &limiter{make(chan struct{}, concurrency), make(chan struct{}, max(1, concurrency/2)), wait}
}

// yield lets others compute that wait. It is for computations of many records, which hold a slot.
func (l *limiter) yield() {
	<-l.computing
	l.computing <- struct{}{} // whoever waits already comes first
}

// compute runs f when there is a free slot. It fails if that takes too long or the client is gone.
func (l *limiter) compute(ctx context.Context, f func() error) error {
	return l.within(ctx, l.computing, f)
}

// computeTable is compute for a table.
func (l *limiter) computeTable(ctx context.Context, f func() error) error {
	return l.within(ctx, l.tables, func() error { return l.within(ctx, l.computing, f) })
}

func (l *limiter) within(ctx context.Context, slots chan struct{}, f func() error) error {
	timer := time.NewTimer(l.wait)
	defer timer.Stop()
	select {
	case slots <- struct{}{}:
	case <-timer.C:
		return l.busy("found none of %d slots free within %v", cap(slots), l.wait)
	case <-ctx.Done():
		return errGone
	}
	defer func() { <-slots }()
	return f()
}

// computeLine runs f when there is a free slot, however long that takes. It fails if the client is
// gone.
func (l *limiter) computeLine(ctx context.Context, f func()) error {
	select {
	case l.computing <- struct{}{}:
	case <-ctx.Done():
		return errGone
	}
	defer func() { <-l.computing }()
	f()
	return nil
}

func (l *limiter) busy(format string, args ...any) error {
	seconds := strconv.Itoa(max(1, int(l.wait/time.Second)/2))
	return unavailable(format+"; try again later", args...).With("Retry-After", seconds)
}
