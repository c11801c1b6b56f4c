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

// kind is the kind of a player.
type kind string

// The kinds of players.
const (
	aPerson    kind = "person"
	aGibberish kind = "gibberish bot"
	aNote      kind = "note bot"
	aMachine   kind = "machine"
)

// member is one player of the demonstration.
type member struct {
	name    string
	kind    kind
	ability float64 // from 0 to 100, see [intelligence]
	mind    mind
}
