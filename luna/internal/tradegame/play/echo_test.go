package play_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// hear has a program asked in a game, and returns the answer.
func (h *house) hear(question string) string {
	h.t.Helper()
	h.SetToss(program)
	game := h.start("tom", "ann")
	h.must("ann", game, ask(question))
	time.Sleep(3 * time.Minute)
	return h.state("ann", game).Exchanges[0].Answer
}

// told has a person give an answer in a game, which is not public yet when told returns.
func (h *house) told(person, question, answer string) (game string) {
	h.t.Helper()
	h.SetToss(human)
	game = h.start(person, "bob")
	h.must("bob", game, ask(question))
	h.must(person, game, reply(1, answer))
	return game
}

// TestEcho has the target that follows the archive take in games as they become public, through a
// restart, until the texts are removed.
func TestEcho(t *testing.T) {
	const question, answer = "What do you like to eat?", "Cheese, and pears."
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{
			Patience: time.Millisecond, Settings: trade.Settings{Seconds: 120},
			Targets: []play.Target{{Name: "retrieval", Archive: true}},
		})
		expect := func(when, want string) {
			t.Helper()
			if got := h.hear(question); got != want {
				t.Errorf("%s: the answer is %q, expected %q", when, got, want)
			}
		}
		expect("before the first game", responder.DontKnow)
		expect("after a game of a program", responder.DontKnow)
		h.told("eve", question, answer)
		if got := h.hear(question); got != responder.DontKnow {
			t.Errorf("while the game runs, the answer is %q", got)
		}
		time.Sleep(time.Minute)
		expect("after the game", answer)
		h.reopen()
		expect("after a restart", answer)
		h.told("kim", "What should I drink?", "Water.")
		time.Sleep(3 * time.Minute)
		expect("after another game", answer)
		if got := h.hear("Should I drink?"); got != "Water." {
			t.Errorf("the nearest answer is %q", got)
		}
		suite.OK(t, h.Referee.Observer().Erase(t.Context(), h.person("eve")))
		expect("after the removal of the texts", "Water.")
		other, err := store.Open(context.Background(), h.path)
		suite.OK(t, err)
		defer other.Close()
		kept, err := archive.Open(t.Context(), other)
		if err == nil {
			_, err = kept.EraseTexts(t.Context(), h.person("kim"))
		}
		suite.OK(t, err)
		expect("after a removal by another program", responder.DontKnow)
	})
}

// TestNoResponder opens a referee with a target that cannot answer.
func TestNoResponder(t *testing.T) {
	h := newHouse(t, play.Options{})
	h.Referee.Close()
	o := h.options
	o.Targets = []play.Target{{Name: "mute"}}
	f, err := play.Open(t.Context(), o)
	if err == nil {
		f.Close()
		t.Fatal("found no error")
	}
}

// remembering is a responder that counts what it is asked and told.
type remembering struct {
	responderFunc
	asked map[string]int
	told  []responder.Turn
}

func (r *remembering) Converse(uint64) responder.Conversation { return r }

func (r *remembering) Reply(_ context.Context, text string) (string, error) {
	r.asked[text]++
	return "re " + text, nil
}

func (r *remembering) Resume(history []responder.Turn) { r.told = history }

func (r *remembering) Close() error { return nil }

// TestProgramsAreNotAskedAgain restarts the server between two questions.
func TestProgramsAreNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &remembering{asked: make(map[string]int)}
		h := newHouse(t, play.Options{
			Targets:  []play.Target{{Name: "p", Responder: p}},
			Settings: trade.Settings{Seconds: 600},
		})
		h.SetToss(program)
		game := h.start("tom", "ann", "bob", "cat")
		for _, text := range []string{"one", "two"} {
			h.must("ann", game, ask(text))
			time.Sleep(time.Minute)
		}
		h.reopen()
		h.must("bob", game, ask("three"))
		time.Sleep(time.Minute)
		if x := h.state("bob", game).Exchanges; len(x) != 3 || x[2].Answer != "re three" {
			t.Errorf("found %+v", x)
		}
		for text, n := range p.asked {
			if n != 1 {
				t.Errorf("%q was asked %d times", text, n)
			}
		}
		if len(p.told) != 2 || p.told[1] != (responder.Turn{Question: "two", Response: "re two"}) {
			t.Errorf("the history is %q", p.told)
		}
	})
}
