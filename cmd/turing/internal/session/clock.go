package session

import (
	"sync"
	"time"
)

// Clock is the time that everybody in a part of a contest has. The organiser can stop and lengthen
// it.
type Clock struct {
	mu      sync.Mutex
	ends    time.Time     // if there is no pause to come
	stopped time.Time     // zero while it runs
	lost    time.Duration // in pauses that are over
	extra   time.Duration
	changed chan struct{} // closed and made again with each change
}

// NewClock returns a clock of so much time from now on.
func NewClock(length time.Duration) *Clock {
	return &Clock{ends: time.Now().Add(length), changed: make(chan struct{})}
}

// now returns the time, which stands still in a pause.
func (c *Clock) now() time.Time {
	if c.stopped.IsZero() {
		return time.Now()
	}
	return c.stopped
}

// Now returns the time without pauses.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now().Add(-c.lost)
}

// Left returns how much time is left.
func (c *Clock) Left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(0, c.ends.Sub(c.now()))
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
		paused := time.Since(c.stopped)
		c.lost += paused
		c.ends = c.ends.Add(paused)
		c.stopped = time.Time{}
	}
	c.tell()
	return true
}

// Extend adds to the time.
func (c *Clock) Extend(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.extra += d
	c.ends = c.ends.Add(d)
	c.tell()
}

func (c *Clock) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// ClockState is what the organiser has done to a clock.
type ClockState struct {
	Paused  bool            // it stands still
	Lost    time.Duration   // in pauses that are over
	Extra   time.Duration   // by which the time was extended
	Changed <-chan struct{} // closed when this changes
}

// State returns what the organiser has done to the clock.
func (c *Clock) State() ClockState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return ClockState{!c.stopped.IsZero(), c.lost, c.extra, c.changed}
}
