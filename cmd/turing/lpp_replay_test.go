package main

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestRest checks the times of a replay: those of the log divided by the speed, without drift, gaps
// of five minutes at most, and none where times of the log fall.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			speed float64
			gaps  []time.Duration // in the log
			busy  time.Duration   // what making a key takes
			want  time.Duration
		}{
			{1, []time.Duration{time.Second, 2 * time.Second}, 0, 3 * time.Second},
			{10, []time.Duration{time.Second, 2 * time.Second}, 0, 300 * time.Millisecond},
			{0.5, []time.Duration{time.Second}, 0, 2 * time.Second},
			{1, []time.Duration{-time.Hour, time.Second}, 0, time.Second},
			{1, []time.Duration{24 * time.Hour}, 0, 5 * time.Minute},
			{1, []time.Duration{time.Second, time.Second, time.Second}, 300 * time.Millisecond,
				3*time.Second + 300*time.Millisecond},
		} {
			r := &replay{lppReplayFlags: &lppReplayFlags{factor: test.speed}}
			begun := time.Now()
			for _, gap := range test.gaps {
				must(t, r.rest(t.Context(), gap.Microseconds()))
				time.Sleep(test.busy)
			}
			if got := time.Since(begun); got != test.want {
				t.Errorf("%+v took %v", test, got)
			}
		}
	})
}
