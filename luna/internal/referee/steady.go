package referee

import "time"

const (
	// calm is how long the clock must have gone steadily before games expire.
	calm = time.Hour
	// jump is by how much the clock may differ at once from the time that has passed.
	jump = time.Minute
)

// steady finds out whether the clock can be believed. Clocks are set, and sometimes wrongly for a
// while, above all when a machine starts. What expires then would be gone for good. So games expire
// only when the clock has gone as fast as time passes for an hour: since the start, and since it was
// last set.
type steady struct {
	start  time.Time     // with the reading of a monotonic clock, if the clock has one
	offset time.Duration // by which the clock has been set since
	since  time.Duration // when that was, after the start
}

func newSteady(start time.Time) *steady { return &steady{start: start} }

// trusts reports whether games may expire at a time.
func (s *steady) trusts(now time.Time) bool {
	passed := now.Sub(s.start) // by the monotonic clock, which is not set
	return s.trustsAt(passed, now.Round(0).Sub(s.start.Round(0))-passed)
}

// trustsAt is the same for the time that has passed, and by how much the clock has been set.
func (s *steady) trustsAt(passed, offset time.Duration) bool {
	if (offset - s.offset).Abs() > jump {
		s.offset, s.since = offset, passed
	}
	return passed-s.since >= calm
}
