package main

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/luna/game"
)

// TestCheckNotices changes what players have submitted or see, one thing at a time, and expects an
// error.
func TestCheckNotices(t *testing.T) {
	for name, change := range map[string]func(own, other *seen){
		"nothing":         func(_, _ *seen) {},
		"a lost response": func(own, _ *seen) { own.by.acknowledged["g"].responses[2] = "another" },
		"a lost guess":    func(own, _ *seen) { own.by.acknowledged["g"].guess = new(51.0) },
		"unfinished":      func(own, _ *seen) { own.Phase = 5 },
		"another's guess": func(own, _ *seen) { own.OpGuess = new(51.0) },
		"two winners": func(own, other *seen) {
			own.Outcome, other.Outcome = new(game.Won), new(game.Won)
		},
	} {
		own, other := finished(), finished()
		change(&own, &other)
		if err := consistent(own, other); (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// finished returns a game in which both players have submitted the same.
func finished() seen {
	texts := []string{"1", "2", "3", "4", "5"}
	var q []game.Question
	var r []game.Response
	for _, text := range texts {
		q = append(q, game.Question{Text: text})
		r = append(r, game.Response{Text: text})
	}
	done := &submitted{questions: texts, responses: slices.Clone(texts), guess: new(50.0)}
	p := &lunaPlayer{acknowledged: map[game.GameID]*submitted{"g": done}}
	return seen{p, game.View{ID: "g", Phase: 6, Turn: game.Complete, Questions: q, OpQuestions: q,
		Responses: r, OpResponses: r,
		Guess: new(50.0), OpGuess: new(50.0), Outcome: new(game.Tied), OpMachine: new(false)}}
}
