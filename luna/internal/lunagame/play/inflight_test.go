package play

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestOwnReadsWait checks that reads wait for the player's own changes and for no others.
func TestOwnReadsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f inFlight
		for i := range 2 {
			done := f.begin("ann")
			time.AfterFunc(time.Duration(i+1)*time.Hour, done)
		}
		start := time.Now()
		if err := f.wait(t.Context(), "bob"); err != nil || time.Since(start) != 0 {
			t.Errorf("another player waited for %v", time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := f.wait(ctx, "ann"); err == nil {
			t.Error("the player did not wait")
		}
		if err := f.wait(t.Context(), "ann"); err != nil || time.Since(start) != 2*time.Hour {
			t.Errorf("the player waited for %v, want two hours", time.Since(start))
		}
		synctest.Wait()
		f.mu.Lock()
		defer f.mu.Unlock()
		if len(f.changes) != 0 {
			t.Errorf("changes left over: %v", f.changes)
		}
	})
}
