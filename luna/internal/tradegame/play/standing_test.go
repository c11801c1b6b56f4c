package play_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
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

// round has people of some addresses meet, the first one as the target, has the first bettor bet on
// human and everybody be done after a time, and waits until the game is public. Addresses are the
// letters of the names without numbers: "ann" and "ann2" are neighbours.
func (h *house) round(length time.Duration, bets int, target string, bettors ...string) {
	h.t.Helper()
	h.from(address(target), target, play.AsTarget)
	for _, b := range bettors {
		h.from(address(b), b, play.AsBettor)
	}
	time.Sleep(2 * time.Second)
	game := h.lobby(bettors[0]).Game
	for range bets {
		h.must(bettors[0], game, bet(trade.Human))
	}
	time.Sleep(length)
	for _, b := range bettors {
		h.must(b, game, play.Action{Kind: trade.Done})
	}
	time.Sleep(20 * time.Second)
	if err := h.Withdraw(h.t.Context(), h.person(target)); err != nil { // if a program got the seat
		h.t.Fatal(err)
	}
}

// rounds plays a round with each of five targets.
func (h *house) rounds(length time.Duration, bets int, bettors ...string) {
	h.t.Helper()
	for _, target := range []string{"bob", "cid", "dan", "eve", "fay"} {
		h.round(length, bets, target, bettors...)
	}
}

func address(name string) string { return fmt.Sprintf("203.0.113.%d:1", name[0]) }

// standing returns how somebody stands as a bettor.
func (h *house) standing(name string) archive.Standing {
	h.t.Helper()
	s, _, err := h.Standing(h.t.Context(), h.person(name))
	suite.OK(h.t, err)
	return s
}

// names returns those of a leaderboard.
func names(list []archive.Leader) (names []string) {
	for _, l := range list {
		names = append(names, l.Name)
	}
	return names
}

// TestStanding plays games that count, and games that count less or not at all.
func TestStanding(t *testing.T) {
	const long, short = 30 * time.Second, 10 * time.Second
	for _, c := range []struct {
		why              string
		play             func(h *house)
		games, opponents int
	}{
		{"five targets", func(h *house) {
			h.rounds(long, 4, "ann")
		}, 5, 5},
		{"one target", func(h *house) {
			for range 6 {
				h.round(long, 4, "bob", "ann")
			}
		}, 6, 1},
		{"five accounts of one network", func(h *house) {
			for i := range 5 {
				h.round(long, 4, fmt.Sprint("bob", i), "ann")
			}
		}, 5, 1},
		{"short games", func(h *house) {
			h.rounds(short, 4, "ann")
		}, 0, 0},
		{"games without a bet", func(h *house) {
			h.rounds(long, 0, "ann")
		}, 0, 0},
		{"the same other bettor", func(h *house) {
			h.rounds(long, 4, "ann", "zoe")
		}, 5, 1},
		{"the same other bettor at times", func(h *house) {
			for _, target := range []string{"bob", "cid", "dan", "eve"} {
				h.round(long, 4, target, "ann")
			}
			h.round(long, 4, "fay", "ann", "zoe")
			h.round(long, 4, "gil", "ann", "zoe")
		}, 6, 5},
		{"another bettor of the same network", func(h *house) {
			h.rounds(long, 4, "ann", "ann2")
		}, 0, 0},
	} {
		for _, toss := range []func() bool{human, program} {
			t.Run(c.why, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHouse(t, play.Options{Patience: time.Second})
					h.SetToss(toss)
					c.play(h)
					s := h.standing("ann")
					if s.Games != c.games || s.Opponents != c.opponents {
						t.Errorf("%+v, expected %d games, %d opponents", s, c.games, c.opponents)
					}
					bettors, _, err := h.Leaders(t.Context())
					if listed := len(names(bettors)) == 1; err != nil || listed != (c.opponents >= 5) {
						t.Errorf("on the leaderboard: %v, %v", bettors, err)
					}
					if _, _, problems, err := h.verify(); err != nil || problems != nil {
						t.Errorf("%q %v", problems, err)
					}
				})
			})
		}
	}
}

// TestStandingMeans checks the numbers: each opponent counts once, and the one without whom the
// mean is lowest does not.
func TestStandingMeans(t *testing.T) {
	inHouse(t, play.Options{Patience: time.Second}, human, func(t *testing.T, h *house) {
		for _, g := range []struct {
			target string
			bets   int
		}{{"bob", 40}, {"bob", 20}, {"cid", 1}, {"dan", 2}, {"eve", 3}, {"fay", 4}} {
			h.round(30*time.Second, g.bets, g.target, "ann")
		}
		gain := func(bets int) float64 { return float64(bets*(100-50) - bets*(bets-1)/2) }
		off := func(bets int) float64 { return math.Pow(float64(50-bets)/100, 2) }
		want := archive.Standing{Games: 6, Opponents: 5,
			Points: (gain(1) + gain(2) + gain(3) + gain(4)) / 4,
			Brier:  ((off(40)+off(20))/2 + off(1) + off(2) + off(3) + off(4)) / 5}
		s := h.standing("ann")
		s.Points, s.Brier = math.Round(s.Points*1e6)/1e6, math.Round(s.Brier*1e6)/1e6
		want.Brier = math.Round(want.Brier*1e6) / 1e6
		if s != want {
			t.Errorf("%+v, expected %+v", s, want)
		}
	})
}

// TestTargets has a person and programs be targets of the same bettors.
func TestTargets(t *testing.T) {
	inHouse(t, play.Options{Patience: time.Second}, nil, func(t *testing.T, h *house) {
		for _, b := range []string{"bob", "cid", "dan", "eve", "fay"} {
			for _, toss := range []func() bool{human, program} {
				h.SetToss(toss)
				h.round(30*time.Second, 10, "ann", b)
			}
		}
		suite.Must(h.accounts.SetPublicName(t.Context(), h.person("ann"), "Moon fan"))(t)
		_, targets, err := h.Leaders(t.Context())
		if err != nil || cmp.Diff(names(targets), []string{"simple", "Moon fan"}) != "" &&
			cmp.Diff(names(targets), []string{"Moon fan", "simple"}) != "" {
			t.Fatalf("%+v %v", targets, err)
		}
		for _, l := range targets {
			if l.Machine != (l.Name == "simple") || l.Games != 5 || l.Opponents != 5 ||
				math.Abs(l.Points-60) > 0.5 {
				t.Errorf("%+v", l)
			}
		}
	})
}

// TestOldScores opens a file whose leaderboards have sums, as they were first.
func TestOldScores(t *testing.T) {
	inHouse(t, play.Options{Patience: time.Second}, human, func(t *testing.T, h *house) {
		h.rounds(30*time.Second, 4, "ann")
		before := h.standing("ann")
		suite.OK(t, h.store.Write(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`DROP TABLE trade_results; DROP TABLE trade_scores;
				CREATE TABLE trade_scores (player TEXT NOT NULL, target INTEGER NOT NULL,
					games INTEGER NOT NULL, points REAL NOT NULL, brier REAL NOT NULL,
					PRIMARY KEY (player, target)) STRICT, WITHOUT ROWID;
				CREATE INDEX trade_leaders ON trade_scores (target, points);
				INSERT INTO trade_scores VALUES ('someone', 0, 36, 43530, 0);
				UPDATE settings SET value = CAST('2' AS BLOB) WHERE name = 'migrations of trade'`)
			return err
		}))
		h.reopen()
		bettors, _, err := h.Leaders(t.Context())
		if err != nil || len(bettors) != 1 || bettors[0].Standing != before {
			t.Errorf("%+v %v, expected %+v", bettors, err, before)
		}
		records, games, problems, err := h.verify()
		if err != nil || games != 5 || records < 20 || problems != nil {
			t.Errorf("%d records, %d games, %q, %v", records, games, problems, err)
		}
	})
}

// TestPairs has a bettor gain in all games with one target, and another one gain with five.
func TestPairs(t *testing.T) {
	inHouse(t, play.Options{Patience: time.Second}, human, func(t *testing.T, h *house) {
		for i, target := range []string{"bob", "cid", "dan", "eve", "fay"} {
			h.round(30*time.Second, 4, target, "ann")
			h.round(time.Duration(10*i)*time.Second, 20, "tom", "mal")
		}
		pairs, err := h.kept().Pairs(t.Context())
		want := []archive.Pair{{Player: h.person("mal"), Other: h.person("tom"), Games: 5, Gains: 5,
			Short: 3, Points: 20*50 - 190}}
		if diff := cmp.Diff(want, pairs); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

// TestRestart closes the referee in the middle of a game, while a text waits to be released, and
// opens it again: what players have seen stays as it was, and the game goes on.
func TestRestart(t *testing.T) {
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
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
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
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
