package export

import (
	"context"
	"iter"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Source is where games come from. All fields are required.
type Source struct {
	// Games are the games with a result, in any order.
	Games func(context.Context) iter.Seq2[game.Game, error]
	// Played are all games, whatever became of them, without texts, in any order.
	Played func(context.Context) iter.Seq2[game.Game, error]
	// Texts adds the texts to a game without a result, if its players agree that they are studied.
	Texts func(context.Context, *game.Game) error
	// Who returns the facts in a player's account that matter for publication.
	Who func(context.Context, game.PlayerID) (Person, error)
}

// Person is what matters here about a player: the Kind is "person", "guest" or "machine".
type Person struct {
	Consents bool
	Kind     string
}

// Options configure [Build]. The zero value publishes everything at once.
type Options struct {
	// Now is the time of the build.
	Now time.Time
	// After is how long players must not have played before their responses are published; 0 means
	// no wait.
	After time.Duration
	// Together is how many players must have retired before they are published, so that new records
	// never come from a single player; 0 means 1.
	Together int
	// Key is a secret of the rating system. It orders the records so that their times stay unknown.
	Key []byte
	// Games adds [GamesFile], whose lines link the two halves of each game, and include the games
	// without a result and their texts, times and ratings. SmartsRatings replaces the guesses in the
	// data sets with the respondents' Smarts Ratings when the game ended, divided by 100; a
	// first-time player has none. Exports with either are not for the public.
	Games, SmartsRatings bool
	// MaxBytes limits the size of the records; 0 means 16 GiB.
	MaxBytes int64
}

const defaultMaxBytes = 16 << 30
