package session

import (
	"sync"
	"time"
)

// Clock is the time of everybody in a round, which the organiser can stop and lengthen.
type Clock struct {
	mu      sync.Mutex
	stopped time.Time     // zero while it runs
	lost    time.Duration // in pauses that are over
	extra   time.Duration
	changed chan struct{} // closed and made again with each change
}

// NewClock returns a clock that runs.
func NewClock() *Clock { return &Clock{changed: make(chan struct{})} }

// Now returns the time without pauses, which stands still during one.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if !c.stopped.IsZero() {
		now = c.stopped
	}
	return now.Add(-c.lost)
}

// Pause stops the clock or lets it go on, and reports whether this changed anything.
func (c *Clock) Pause(stop bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if stop != c.stopped.IsZero() {
		return false
	}
	if stop {
		c.stopped = time.Now()
	} else {
		c.lost += time.Since(c.stopped)
		c.stopped = time.Time{}
	}
	c.tell()
	return true
}

// Extend adds to the time that everybody has.
func (c *Clock) Extend(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.extra += d
	c.tell()
}

func (c *Clock) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// State returns whether the clock stands still, how long earlier pauses were and by how much the
// time was extended, and a channel that is closed when this changes.
func (c *Clock) State() (paused bool, lost, extra time.Duration, changed <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.stopped.IsZero(), c.lost, c.extra, c.changed
}

// Left returns how much of a length of time is left that began at the given time of the clock.
func (c *Clock) Left(begin time.Time, length time.Duration) time.Duration {
	_, _, extra, _ := c.State()
	return begin.Add(length + extra).Sub(c.Now())
}
