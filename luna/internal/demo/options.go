package demo

import (
	"fmt"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// Options configure a demonstration. NewGuesser is required.
type Options struct {
	// NewGuesser returns an untrained guesser for a set of questions. It is called twice: one
	// guesser learns, the other does not.
	NewGuesser func(player.QuestionSet) (player.Guesser, error)
	Games      int    // games that the machine player finishes; 0 means 300
	People     int    // number of simulated people; 0 means 24
	Spread     Spread // distribution of their abilities; "" means EvenAbility
	Seed       uint64 // determines all random choices
	// Shrink is how far people move their guesses from what they think towards the mean of the
	// ratings revealed to them, as a share of that distance in [0,1]. 0 is honest play.
	Shrink float64
	// Others is the number of games that the other players play per game of the machine in
	// [Simulate]; 0 means 2.
	Others int
	// AtOnce is the number of games that the machine plays at a time on a server, up to
	// [game.MaxActive]; 0 means 6. All others play one at a time.
	AtOnce int
	// Progress, if not nil, is called after every game.
	Progress func(Progress)
}

// The bounds of [Options].
const (
	MaxGames  = 100_000
	MaxPeople = 1000
)

// withDefaults replaces zero values, and returns an error for invalid ones.
func (o Options) withDefaults() (Options, error) {
	if o.Games == 0 {
		o.Games = 300
	}
	if o.People == 0 {
		o.People = 24
	}
	if o.Others == 0 {
		o.Others = 2
	}
	if o.AtOnce == 0 {
		o.AtOnce = 6
	}
	if o.Spread == "" {
		o.Spread = EvenAbility
	}
	switch {
	case o.NewGuesser == nil:
		return o, fmt.Errorf("no guesser for the machine player")
	case o.Games < 1 || o.Games > MaxGames:
		return o, fmt.Errorf("%d games found, expected 1 to %d", o.Games, MaxGames)
	case o.People < 2 || o.People > MaxPeople:
		return o, fmt.Errorf("%d people found, expected 2 to %d", o.People, MaxPeople)
	case o.Spread != EvenAbility && o.Spread != EvenRating:
		return o, fmt.Errorf("abilities spread %q, expected %q or %q", o.Spread, EvenAbility,
			EvenRating)
	case !(o.Shrink >= 0 && o.Shrink <= 1):
		return o, fmt.Errorf("people shrink their guesses by %v, expected a number from 0 to 1",
			o.Shrink)
	case o.AtOnce < 1 || o.AtOnce > game.MaxActive:
		return o, fmt.Errorf("%d games of the machine at once, expected 1 to %d", o.AtOnce,
			game.MaxActive)
	case o.Others < 1 || o.Others > 100:
		return o, fmt.Errorf("%d games of the others for each of the machine's, expected 1 to 100",
			o.Others)
	}
	return o, nil
}

// Progress is the state of a demonstration after a game.
type Progress struct {
	Games   int // games finished by all players
	Machine int // games finished by the machine player
	Of      int // the number of games that it is to finish
	// mean distance of the machine's last 50 guesses from the ratings; NaN before the first
	Error    float64
	Constant float64 // the same if each guess were the mean of all ratings revealed before
	Spearman float64 // rank correlation of ratings with abilities; NaN if undefined
}
