package play

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestPace works for a second in steps of a millisecond.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		work := func(n int) (took time.Duration) {
			began, p := time.Now(), newPace(ctx)
			for range n {
				time.Sleep(time.Millisecond)
				p.rest()
			}
			return time.Since(began)
		}
		if took := work(1000); took != 10*time.Second {
			t.Errorf("a second of work took %v, want ten", took)
		}
		p := newPace(ctx)
		time.Sleep(time.Hour)
		began := time.Now()
		if p.rest(); time.Since(began) != longRest {
			t.Errorf("rested for %v, want %v", time.Since(began), longRest)
		}
		cancel()
		if took := work(1000); took != time.Second {
			t.Errorf("a second of work took %v although the server ends", took)
		}
	})
}
