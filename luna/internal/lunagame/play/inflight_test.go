package play

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
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

// Games are read together until there are many, or their texts are long.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		games, bytes int
		want         string
	}{
		{0, 0, ""}, {1, 1 << 20, "1"}, {3, 1 << 20, "1 1 1"}, {5, 40 << 10, "2 2 1"},
		{120, 100, "50 50 20"},
	} {
		var list []archive.Listed
		for i := range c.games {
			list = append(list, archive.Listed{ID: game.GameID(fmt.Sprint(i)), Bytes: c.bytes})
		}
		var sizes []string
		n := 0
		for len(list) > 0 {
			var some []game.GameID
			some, list = together(list)
			sizes = append(sizes, fmt.Sprint(len(some)))
			for _, id := range some {
				if id != game.GameID(fmt.Sprint(n)) {
					t.Errorf("%+v: found game %s, expected %d", c, id, n)
				}
				n++
			}
		}
		if got := strings.Join(sizes, " "); got != c.want || n != c.games {
			t.Errorf("%+v: found %s of %d games", c, got, n)
		}
	}
}
