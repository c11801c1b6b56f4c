package demo

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
)

// mind is the strategy of a player, however the game is played.
type mind interface {
	// questions returns the five questions to ask.
	questions() []string
	// respond answers the questions of an opponent.
	respond(ctx context.Context, questions []string) ([]string, error)
	// guess guesses the rating of the opponent from the responses to questions, and may score each
	// of them from 0 to 100.
	guess(ctx context.Context, responses []string) (guess float64, scores []float64, err error)
	// learn is called with a game that has ended.
	learn(ctx context.Context, v game.View) error
}

// Kind is the kind of a player.
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
