package play_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// TestPractice plays practice games with either kind of target. They end when the visitor is done,
// say what the target was, and leave nothing behind.
func TestPractice(t *testing.T) {
	for nature, want := range map[trade.Side]string{
		trade.Human:    "played by a replay of demonstration answers",
		trade.Computer: "the program parrot, which repeats",
	} {
		t.Run(string(nature), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, play.Options{
				Practice: []play.Target{{Name: "parrot", About: "repeats",
					Responder: responder.Fixed("so?")}},
				Human: func() bool { return nature == trade.Human },
			})
			id, err := h.Practice(t.Context(), "here")
			if err != nil || !play.IsPractice(id) {
				t.Fatal(id, err)
			}
			do := func(a play.Action) {
				t.Helper()
				suite.OK(t, h.Do(t.Context(), "", id, a))
			}
			do(play.Action{Kind: trade.Question, Text: "What is two plus two?", Key: "1"})
			do(play.Action{Kind: trade.Bet, Side: trade.Human, Key: "2"})
			do(play.Action{Kind: trade.Bet, Side: trade.Human, Key: "2"}) // the same
			s, err := h.State(t.Context(), "", id)
			for end := time.Now().Add(time.Minute); err == nil && !slices.ContainsFunc(s.Exchanges,
				func(x play.Exchange) bool { return x.Bettor == s.Name && x.Answer != "" }); {
				if time.Now().After(end) {
					t.Fatalf("no answer: %+v", s)
				}
				time.Sleep(50 * time.Millisecond)
				s, err = h.State(t.Context(), "", id)
			}
			if err != nil || !s.Practice || s.Target != "" || s.Holding.Held != 1 {
				t.Errorf("found %+v, %v", s, err)
			}
			do(play.Action{Kind: trade.Done, Key: "3"})
			s, err = h.State(t.Context(), "", id)
			if err != nil || s.Ended == nil || s.Ended.Nature != nature || !strings.HasPrefix(s.Target, want) {
				t.Errorf("found %+v, %v, expected %q", s, err, want)
			}
			if err := h.Do(t.Context(), "", id, play.Action{Kind: trade.Bet, Side: trade.Human,
				Key: "4"}); !errors.Is(err, trade.ErrEnded) {
				t.Errorf("a bet after the end: %v", err)
			}
			list, _, err := h.List(t.Context(), archive.Query{})
			if err != nil || len(list) != 0 || h.lobby("ann").Playing != 0 {
				t.Errorf("the archive has %v, %v", list, err)
			}
			var n int
			row := h.store.Read().QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM trade_events)
				+ (SELECT count(*) FROM trade_games) + (SELECT count(*) FROM trade_scores)`)
			if err := row.Scan(&n); err != nil || n != 0 {
				t.Errorf("practice left %d rows, %v", n, err)
			}
			started := 0 // a machine that is busy has time for a few more than 20
			var refused error
			for ; refused == nil && started < 30; started++ {
				_, refused = h.Practice(t.Context(), "here")
			}
			if _, ok := errors.AsType[*guard.LimitError](refused); !ok || started < 19 {
				t.Errorf("after %d practices from an address: %v", started, refused)
			}
		})
	}
}

// TestNoPractice asks for practice where there are no programs for it.
func TestNoPractice(t *testing.T) {
	h := newHouse(t, play.Options{})
	if _, err := h.Practice(t.Context(), "here"); !errors.Is(err, archive.ErrUnknown) {
		t.Error(err)
	}
}

// TestCall calls whoever asked for it once, when somebody else waits.
func TestCall(t *testing.T) {
	var called []accounts.ID
	h := newHouse(t, play.Options{Call: func(id accounts.ID) { called = append(called, id) }})
	if err := h.Call(t.Context(), h.person("ann")); err != nil || !h.lobby("ann").Called {
		t.Error("ann is not to be called", err)
	}
	h.enter("ann", play.AsBettor)
	h.enter("bob", play.AsBettor)
	h.enter("cid", play.AsBettor)
	if !slices.Equal(called, []accounts.ID{h.person("ann")}) || h.lobby("ann").Called {
		t.Errorf("called %v", called)
	}
}
