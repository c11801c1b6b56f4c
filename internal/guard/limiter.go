package guard

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// Limiter limits how often something is done per key: an address, a player, a name. It is safe for
// concurrent use, and its memory is bounded.
type Limiter struct {
	what         string  // is limited, for LimitError
	burst, every float64 // the latter in nanoseconds
	clock        clock

	mu sync.Mutex
	ledger
}

// NewLimiter returns a limiter with the same rate for each key, which must be valid. A
// [LimitError] names what is limited by the given words. Now returns the time; nil means
// [time.Now].
func NewLimiter(what string, r Rate, now func() time.Time) *Limiter {
	return newLimiter(what, r, 1, newClock(now))
}

// newLimiter returns a limiter of a number of times the rate.
func newLimiter(what string, r Rate, times int, c clock) *Limiter {
	return &Limiter{what: what, burst: float64(r.Burst) * float64(times),
		every: float64(r.Every) / float64(times), clock: c, ledger: newLedger()}
}

// clock tells the nanoseconds since it was made.
type clock func() float64

func newClock(now func() time.Time) clock {
	if now == nil {
		now = time.Now
	}
	began := now()
	return func() float64 { return float64(now().Sub(began)) }
}

// Allow counts an action of a key that counts n times, at most the burst. If that is too often, it
// counts nothing and returns a [LimitError].
func (l *Limiter) Allow(key string, n int) error {
	if wait := l.take(key, n, l.burst*l.every); wait > 0 {
		return &LimitError{l.what, wait}
	}
	return nil
}

// Charge counts n times, at most the burst, for something that has already been done: later actions
// wait for it.
func (l *Limiter) Charge(key string, n int) { l.take(key, n, math.Inf(1)) }

// take counts an action, unless the key would then owe more than a time.
func (l *Limiter) take(key string, n int, most float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass(max(l.now, l.clock()))
	a, owes := l.account(key)
	owes += min(float64(n), l.burst) * l.every
	if wait := owes - most; wait >= float64(time.Microsecond) { // less is rounding
		return waiting(wait)
	}
	l.owe(a, owes)
	return 0
}

// waiting is a number of nanoseconds as a time that can be waited for.
func waiting(ns float64) time.Duration { return time.Duration(min(ns, math.MaxInt64/2)) }

// Forget resets a key, for example after the right password.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, _ := l.account(key)
	l.owe(a, 0)
}

// LimitError reports that something was done too often.
type LimitError struct {
	What string        // such as "logins"
	Wait time.Duration // time until it may be tried again
}

// Error returns one line for the player who must wait.
func (e *LimitError) Error() string {
	return fmt.Sprintf("too many %s: try again in %d s", e.What, e.Seconds())
}

// Seconds returns the wait in whole seconds, at least 1.
func (e *LimitError) Seconds() int { return max(1, int(math.Ceil(e.Wait.Seconds()))) }
