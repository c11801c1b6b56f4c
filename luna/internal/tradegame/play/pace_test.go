package play_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestPace has a script bet as fast as it can, there and back, with a restart in between.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{})
		h.SetToss(human)
		game := h.start("tom", "ann", "bob", "cat")
		accepted := 0
		try := func(n int) {
			t.Helper()
			for i := range n {
				err := h.do("ann", game, bet([]trade.Side{trade.Human, trade.Computer}[i%2]))
				if err == nil {
					accepted++
				} else if e := play.Statuses().Of(err); e.Status != http.StatusTooManyRequests ||
					e.Header.Get("Retry-After") != "1" || !errors.Is(err, play.ErrPace) {
					t.Fatal(err)
				}
			}
		}
		try(200)
		if accepted != 80 {
			t.Errorf("%d bets at once, expected 80", accepted)
		}
		h.must("bob", game, bet(trade.Human)) // has a pace of their own
		h.must("ann", game, ask("May I?"))
		for range 10 {
			time.Sleep(time.Second)
			try(3)
		}
		if accepted != 90 {
			t.Errorf("%d bets after 10 s, expected 90", accepted)
		}
		h.reopen()
		if try(3); accepted != 90 {
			t.Errorf("%d bets after a restart, expected 90", accepted)
		}
	})
}

// TestPaceOfLogs replays a log with more bets than a live game has.
func TestPaceOfLogs(t *testing.T) {
	if n, err := play.Replay(997); n != 997 || err != nil {
		t.Errorf("%d bets, %v", n, err)
	}
}
