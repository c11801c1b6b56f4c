package archive_test

import (
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// TestConduct says what counts as silence: doing nothing for a while, or leaving before that.
func TestConduct(t *testing.T) {
	at := func(seconds int) time.Duration { return time.Duration(seconds) * time.Second }
	ask := func(s int) trade.Event {
		return trade.Event{Kind: trade.Question, Bettor: "a", Text: "Who?", Time: at(s)}
	}
	answer := func(s int) trade.Event { return trade.Event{Kind: trade.Answer, Text: "I.", Time: at(s)} }
	leave := func(who string, s int) trade.Event { return trade.Event{Kind: trade.Leave, Who: who, Time: at(s)} }
	over := func(s int, why trade.Reason) trade.Event {
		e := trade.Event{Kind: trade.End, Reason: why, Time: at(s), Nature: trade.Human}
		if why == trade.Annulled {
			e.Nature = ""
		}
		return e
	}
	bet := trade.Event{Kind: trade.Bet, Bettor: "b", Side: trade.Human, Time: at(3)}
	done := func(who string, s int) trade.Event { return trade.Event{Kind: trade.Done, Bettor: who, Time: at(s)} }
	for _, c := range []struct {
		why       string
		target, b archive.Conduct
		events    []trade.Event
	}{
		{"nobody does anything", archive.Unknown, archive.Silent, []trade.Event{over(120, trade.TimeOver)}},
		{"a target that is not answering", archive.Silent, archive.Silent,
			[]trade.Event{ask(5), over(120, trade.TimeOver)}},
		{"an answer and a bet", archive.Active, archive.Active,
			[]trade.Event{ask(1), bet, answer(9), over(120, trade.TimeOver)}},
		{"a question at the end", archive.Unknown, archive.Active,
			[]trade.Event{bet, ask(110), over(120, trade.TimeOver)}},
		{"bettors who are done soon", archive.Unknown, archive.Unknown,
			[]trade.Event{ask(1), done("a", 9), done("b", 9), over(9, trade.AllDone)}},
		{"a bettor who leaves soon", archive.Silent, archive.Silent,
			[]trade.Event{ask(1), leave("b", 2), over(120, trade.TimeOver)}},
		{"a target that leaves at once", archive.Silent, archive.Unknown,
			[]trade.Event{leave(trade.Target, 2), over(2, trade.TargetLeft)}},
		{"a target that leaves when nobody asks", archive.Unknown, archive.Silent,
			[]trade.Event{leave(trade.Target, 40), over(40, trade.TargetLeft)}},
		{"a server that fails", archive.Unknown, archive.Unknown,
			[]trade.Event{ask(1), over(100, trade.Annulled)}},
	} {
		g := suite.Must(archive.NewGame(archive.Record{Game: "g", Event: &trade.Event{Kind: trade.Start,
			Settings: &trade.Settings{Bettors: []string{"a", "b"}, Seconds: 120}}}))(t)
		for _, e := range c.events {
			if err := g.Apply(archive.Record{Game: "g", Event: &e}); err != nil {
				t.Fatalf("%s: %v", c.why, err)
			}
		}
		if target, b := g.Conduct(trade.Target), g.Conduct("b"); target != c.target || b != c.b {
			t.Errorf("%s: target %d, bettor %d, expected %d, %d", c.why, target, b, c.target, c.b)
		}
	}
}
