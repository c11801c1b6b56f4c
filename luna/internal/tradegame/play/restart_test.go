package play_test

import (
	"database/sql"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestRestart closes the referee in the middle of a game, while a text waits to be released, and opens
// it again: what players have seen stays as it was, and the game goes on.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{})
		h.SetToss(human)
		game := h.start("tom", "ann", "bob", "cat")
		players := []string{"ann", "bob", "cat", "tom"}
		h.must("ann", game, ask("one"))
		h.must("ann", game, ask("two"))
		h.must("bob", game, bet(trade.Computer))
		h.must("tom", game, reply(1, "first"))
		for _, wait := range []time.Duration{2 * time.Second, 10 * time.Second, time.Minute} {
			before := make(map[string][]trade.Message)
			for _, p := range players {
				before[p] = h.all(p, game)
			}
			h.close()
			time.Sleep(wait)
			h.open()
			time.Sleep(10 * time.Millisecond)
			for _, p := range players {
				if diff := cmp.Diff(before[p], h.all(p, game)[:len(before[p])]); diff != "" {
					t.Errorf("after %v, %s had seen something else:\n%s", wait, p, diff)
				}
			}
		}
		h.must("tom", game, reply(2, "second"))
		h.must("bob", game, bet(trade.Human))
		time.Sleep(2 * time.Minute)
		_, info, err := h.Finished(t.Context(), game)
		if err != nil || info.Reason != trade.TimeOver || info.Points["Bettor 2"] != 0 || info.Bets != 2 {
			t.Errorf("%+v %v", info, err)
		}
	})
}

// TestAnnulled has the time of a game run out while no server runs: nobody is paid, and the players
// can enter another game.
func TestAnnulled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{})
		h.SetToss(human)
		game := h.start("tom", "ann", "bob", "cat")
		h.must("bob", game, bet(trade.Computer))
		h.close()
		time.Sleep(2 * time.Minute)
		h.open()
		time.Sleep(10 * time.Second)
		_, info, err := h.Finished(t.Context(), game)
		if err != nil || info.Reason != trade.Annulled || info.Points["Bettor 2"] != 0 {
			t.Errorf("%+v %v", info, err)
		}
		if end := h.state("bob", game).Ended; end == nil || end.Reason != trade.Annulled {
			t.Errorf("bob sees %+v", end)
		}
		list, _, err := h.List(t.Context(), archive.Query{})
		if err != nil || len(list) != 1 || list[0].Reason != trade.Annulled || list[0].Nature != "" {
			t.Errorf("the archive lists %+v, %v", list, err)
		}
		if b, targets, err := h.Leaders(t.Context()); len(b) != 0 || len(targets) != 0 || err != nil {
			t.Errorf("%v %v %v", b, targets, err)
		}
		h.enter("bob", play.AsBettor)
	})
}

// TestClockJumps sets the clock of the system back and forth, while a server runs and between.
func TestClockJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var jump time.Duration
		h := newHouse(t, play.Options{Clock: func() time.Time {
			// a clock that was set has a wall time of its own, and goes on steadily
			return time.Now().Round(0).Add(jump)
		}})
		h.SetToss(human)
		game := h.start("tom", "ann", "bob", "cat")
		time.Sleep(30 * time.Second)
		h.must("ann", game, bet(trade.Human))
		h.close()
		jump = -time.Hour
		h.open()
		time.Sleep(10 * time.Second)
		h.must("ann", game, bet(trade.Human))
		s := h.state("ann", game)
		if last := s.Curve[len(s.Curve)-1].Time; last < 39*time.Second || last > 41*time.Second {
			t.Errorf("the clock was set back, and the second bet was at %v", last)
		}
		h.close()
		jump = time.Hour
		h.open()
		time.Sleep(10 * time.Second)
		if _, info, err := h.Finished(t.Context(), game); err != nil || info.Reason != trade.Annulled {
			t.Errorf("the clock was set forward: %+v, %v", info, err)
		}
	})
}

// TestFullDisk makes all writes fail for a while. What could not be written has not happened for
// anybody, and the game goes on.
func TestFullDisk(t *testing.T) {
	h := newHouse(t, play.Options{Settings: trade.Settings{Seconds: 60}})
	h.SetToss(human)
	game := h.start("tom", "ann", "bob", "cat")
	h.must("ann", game, bet(trade.Human))
	disk, err := store.Open(t.Context(), h.path)
	suite.OK(t, err)
	defer disk.Close()
	set := func(statement string) {
		t.Helper()
		suite.OK(t, disk.Write(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(statement)
			return err
		}))
	}
	set(`CREATE TRIGGER full BEFORE INSERT ON trade_events
		BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`)
	failed := bet(trade.Human)
	failed.Key = "again"
	for range 3 {
		if err := h.Do(t.Context(), h.person("ann"), game, failed); !errors.Is(err,
			journal.ErrUnavailable) {
			t.Errorf("a bet on a full disk: %v", err)
		}
		for _, p := range []string{"ann", "bob", "tom"} {
			if s := h.state(p, game); s.Price != 51 {
				t.Errorf("%s sees the price %v", p, s.Price)
			}
		}
	}
	set("DROP TRIGGER full")
	deadline := time.Now().Add(10 * time.Second)
	for err = errors.New(""); err != nil && time.Now().Before(deadline); {
		err = h.Do(t.Context(), h.person("ann"), game, failed)
	}
	if s := h.state("bob", game); err != nil || s.Price != 52 {
		t.Errorf("afterwards: price %v, %v", s.Price, err)
	}
	before := h.all("cat", game)
	h.reopen()
	if again := h.all("cat", game); !slices.EqualFunc(before, again[:len(before)], same) {
		t.Errorf("after a restart cat sees %v, expected %v", again, before)
	}
}

func same(a, b trade.Message) bool { return cmp.Equal(a, b) }
