package referee

import (
	"testing"
	"time"
)

// TestClockJumps sets the clock ahead by 73 hours for a moment. Games must not expire then, nor soon
// after, and must expire when the clock has gone steadily for an hour.
func TestClockJumps(t *testing.T) {
	s := newSteady(time.Now())
	const ahead = 73 * time.Hour
	for _, c := range []struct {
		passed, offset time.Duration
		want           bool
	}{
		{0, 0, false}, {calm - 1, 0, false}, // at the start
		{calm, 0, true}, {2 * calm, jump, true}, // it may drift
		{3 * calm, ahead, false}, {3*calm + time.Second, 0, false}, // for a moment
		{4 * calm, 0, false}, {5 * calm, 0, true},
		{6 * calm, ahead, false}, {7*calm - 1, ahead, false}, {7 * calm, ahead, true}, // for good
		{8 * calm, 0, false}, {9 * calm, 0, true}, // and back
	} {
		if got := s.trustsAt(c.passed, c.offset); got != c.want {
			t.Errorf("after %v, set by %v: found %v, expected %v", c.passed, c.offset, got, c.want)
		}
	}
	now := time.Now()
	s = newSteady(now)
	if s.trusts(now.Add(calm-1)) || !s.trusts(now.Add(calm)) {
		t.Error("times of a clock are not read as they should")
	}
}
