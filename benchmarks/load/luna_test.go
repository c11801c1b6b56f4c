package main

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// TestLuna has a few players play against a server that is killed. play returns inconsistencies as
// errors.
func TestLuna(t *testing.T) {
	suite.Slow(t, "builds the server")
	dir := t.TempDir()
	program, err := process.Program(t.Context(), dir, "luna", "")
	if err != nil {
		t.Fatal(err)
	}
	p := &lunaPlan{games: 20, clients: 10, kills: 3, delay: 50 * time.Millisecond, seed: 1}
	r, err := p.play(t.Context(), program, filepath.Join(dir, "luna.db"))
	if err != nil {
		t.Fatal(err)
	}
	if r.killed == 0 {
		t.Error("the games were over before the server was killed")
	}
	if n := r.clock.of("").Count(); n < 20*6 {
		t.Errorf("%d requests were answered, expected at least six submissions per game", n)
	}
}

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
