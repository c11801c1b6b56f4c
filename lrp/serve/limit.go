package serve

import (
	"context"
	"strconv"
	"time"
)

// limiter bounds the requests that are read, wait or are computed, and those that are computed.
// Streams, which may be idle for long, have places of their own. Tables, which may take long to read,
// have half of the slots.
type limiter struct {
	admitted, streams, computing, tables chan struct{}

	wait time.Duration
}

func newLimiter(concurrency, queue int, wait time.Duration) *limiter {
	return &limiter{
		make(chan struct{}, concurrency+queue), make(chan struct{}, concurrency+queue),
		make(chan struct{}, concurrency), make(chan struct{}, max(1, concurrency/2)), wait,
	}
}

// admit admits a request before its body is read, or fails at once. The caller calls release when
// the request is answered.
func (l *limiter) admit() (release func(), err error) { return l.enter(l.admitted, "requests") }

// admitStream is admit for a stream.
func (l *limiter) admitStream() (release func(), err error) { return l.enter(l.streams, "streams") }

func (l *limiter) enter(places chan struct{}, what string) (release func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	default:
		return nil, l.busy("found %d %s under way, the maximum", cap(places), what)
	}
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
