package demo

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
)

// mind is what a player thinks, whatever way the game is played.
type mind interface {
	// questions are the five that she asks.
	questions() []string
	// respond answers the questions of an opponent.
	respond(ctx context.Context, questions []string) ([]string, error)
	// guess makes a guess of the opponent's rating from the responses to her own questions, and may score each of them from 0 to 100.
	guess(ctx context.Context, responses []string) (guess float64, scores []float64, err error)
	// learn is told of a game that has ended.
	learn(ctx context.Context, v game.View) error
}

// Kind is what a player of the demonstration is.
type Kind string

// The kinds of players.
const (
	Person    Kind = "person"
	Gibberish Kind = "gibberish bot"
	Note      Kind = "note bot"
	Machine   Kind = "machine"
)

// member is one player of the demonstration.
type member struct {
	name    string
	kind    Kind
	ability float64 // from 0 to 100, see [Intelligence]
	mind    mind
}
