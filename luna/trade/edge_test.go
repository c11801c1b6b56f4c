package trade_test

import (
	"errors"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// play returns a game of ann and bob after events, all of which must be possible.
func play(t *testing.T, events ...trade.Event) *trade.Game {
	t.Helper()
	g := suite.Must(trade.New(trade.Settings{Bettors: []string{"ann", "bob"}}))(t)
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return g
}

func ask(at int, who, text string) trade.Event {
	return trade.Event{Kind: trade.Question, Time: time.Duration(at) * time.Second, Bettor: who,
		Text: text}
}

func event(at int, kind trade.Kind, who string) trade.Event {
	e := trade.Event{Kind: kind, Time: time.Duration(at) * time.Second, Bettor: who}
	switch kind {
	case trade.Leave:
		e.Bettor, e.Who = "", who
	case trade.Answer:
		e.Bettor, e.Text = "", who
	case trade.End:
		e.Bettor, e.Reason, e.Nature = "", trade.Reason(who), trade.Human
	}
	return e
}

// TestOwnerLeaves checks that the question of a bettor who has left is answered, and that turns go
// on from them.
func TestOwnerLeaves(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), ask(2, "ann", "two"), ask(2, "bob", "three"),
		event(3, trade.Leave, "ann"), event(4, trade.Answer, "yes"))
	if x, ok := g.Current(); !ok || x.Question != "three" {
		t.Errorf("current is %+v", x)
	}
	if err := g.Apply(event(5, trade.Answer, "no")); err != nil {
		t.Error(err)
	}
	if x, ok := g.Current(); ok {
		t.Errorf("the dropped question %+v is current", x)
	}
	list := g.Look(1, 0, 9*time.Second)
	if last := list[len(list)-1]; last.Kind != trade.Answered || last.Text != "yes" ||
		last.Time != 9*time.Second {
		t.Errorf("bob sees %+v last, want the first answer at 9 s", last)
	}
}

// TestAllDoneWithQuestions checks that open questions do not keep a game from ending, that a look
// does not change since when it must, and that nothing else can happen.
func TestAllDoneWithQuestions(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), ask(2, "bob", "two"), event(3, trade.Done, "ann"),
		event(4, trade.Done, "bob"))
	g.Look(0, 0, 6*time.Second)
	reason, at, due := g.Due(7 * time.Second)
	if !due || reason != trade.AllDone || at != 4*time.Second {
		t.Errorf("due: %v %v %v", reason, at, due)
	}
	for _, e := range []trade.Event{ask(7, "ann", "more"), event(7, trade.Answer, "x"),
		event(7, trade.Leave, "bob")} {
		if err := g.Apply(e); !errors.Is(err, trade.ErrEnded) {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
	if err := g.Apply(event(7, trade.End, "done")); err != nil {
		t.Error(err)
	}
	if _, ok := g.Current(); ok || g.Exchanges()[0].Answered >= 0 {
		t.Error("a question is open after the end")
	}
}

// TestReleaseAfterEnd checks that the last text comes after its delay, and the log not before.
func TestReleaseAfterEnd(t *testing.T) {
	g := play(t, ask(1, "ann", "one"), event(118, trade.Answer, "late"),
		event(120, trade.End, "time"))
	if at := g.PublicAt(); at != 123*time.Second {
		t.Errorf("public at %v", at)
	}
	before := len(g.Look(1, 0, 122*time.Second))
	if fresh := g.Look(1, before, 123*time.Second); len(fresh) != 1 || fresh[0].Text != "late" {
		t.Errorf("at 123 s bob sees %+v", fresh)
	}
	if err := g.Apply(event(124, trade.End, "time")); !errors.Is(err, trade.ErrEnded) {
		t.Errorf("a second end: %v", err)
	}
}

// TestLookOfOthers checks that whoever is not in the game sees nothing.
func TestLookOfOthers(t *testing.T) {
	g := play(t, ask(1, "ann", "one"))
	for _, v := range []trade.Viewer{-9, -2, 2, 99} {
		if list := g.Look(v, 0, time.Second); list != nil {
			t.Errorf("%d sees %+v", v, list)
		}
	}
	if list := g.Look(0, -5, time.Second); len(list) != 1 {
		t.Errorf("ann sees %+v", list)
	}
	if list := g.Look(0, 5, time.Second); len(list) != 0 {
		t.Errorf("after more than there are, ann sees %+v", list)
	}
}

// TestTargetSeesNoBettors checks that the target gets no sign of bettors but their questions.
func TestTargetSeesNoBettors(t *testing.T) {
	g := play(t, event(1, trade.Done, "ann"), event(2, trade.Leave, "ann"))
	if list := g.Look(trade.TheTarget, 0, 3*time.Second); len(list) != 0 {
		t.Errorf("the target sees %+v", list)
	}
	if list := g.Look(1, 0, 3*time.Second); len(list) != 2 {
		t.Errorf("bob sees %+v", list)
	}
}
