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

// NewLimiter returns a limiter with the same rate for each key. A [LimitError] names what is
// limited by the given words. Now returns the time; nil means [time.Now]. Burst and Every must be
// above 0.
func NewLimiter(what string, r Rate, now func() time.Time) (*Limiter, error) {
	if r.Burst < 1 || r.Every <= 0 {
		return nil, fmt.Errorf("%s: found a limit of %d/%v, expected a burst of at least 1 and a time above 0",
			what, r.Burst, r.Every)
	}
	return newLimiter(what, r, 1, newClock(now)), nil
}

// newLimiter returns a limiter of a number of times the rate.
func newLimiter(what string, r Rate, times int, c clock) *Limiter {
	return &Limiter{what: what, burst: float64(r.Burst) * float64(times),
		every: float64(r.Every) / float64(times), clock: c, ledger: newLedger()}
}

// clock measures the time since it was made. It does not go back.
type clock struct {
	now         func() time.Time
	began       time.Time
	read, ahead float64 // what was read last, and by how much what it reads is less
}

func newClock(now func() time.Time) clock {
	if now == nil {
		now = time.Now
	}
	return clock{now: now, began: now()}
}

// tick returns the time in nanoseconds. The caller holds the lock of whom the clock belongs to.
func (c *clock) tick() float64 {
	now := float64(c.now().Sub(c.began)) + c.ahead
	c.ahead += max(0, c.read-now)
	c.read = max(now, c.read)
	return c.read
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
	now := l.clock.tick()
	for len(l.due) > 0 && l.due[0].until <= now {
		l.drop(l.due[0])
	}
	a := l.account(key)
	until := max(a.until, now) + min(float64(n), l.burst)*l.every
	if wait := until - now - most; wait >= float64(time.Microsecond) { // less is rounding
		return waiting(wait)
	}
	l.set(a, until)
	return 0
}

// waiting is a number of nanoseconds as a time that can be waited for.
func waiting(ns float64) time.Duration { return time.Duration(min(ns, math.MaxInt64/2)) }

// Forget resets a key, for example after the right password.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(l.account(key))
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
