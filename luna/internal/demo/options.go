package demo

import (
	"fmt"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// Options says what is to be shown. NewGuesser is required; the zero value of all else means what is said there.
type Options struct {
	// NewGuesser makes a guesser that has learned nothing, for a set of questions. It is called twice: one learns, the other does not.
	NewGuesser func(player.QuestionSet) (player.Guesser, error)
	Games      int    // that the machine player finishes; 0 means 300
	People     int    // how many there are; 0 means 24
	Spread     Spread // how their abilities lie; "" means EvenAbility
	Seed       uint64 // decides on all that is random
	// Shrink is the share of the way from what they see to the mean of the ratings revealed to them that people go in their guesses, in
	// [0,1]. 0 is honest play.
	Shrink float64
	// Others is how many games the others play in the time of one of the machine's where [Simulate] says who plays; 0 means 2.
	Others int
	// AtOnce is in how many games the machine is at a time where there is a server, up to [game.MaxActive]; 0 means 6. All others are in one.
	AtOnce int
	// Progress, if not nil, is told after every game how it stands.
	Progress func(Progress)
}

// The bounds of [Options].
const (
	MaxGames  = 100_000
	MaxPeople = 1000
)

// withDefaults are the options with what zero values mean, or an error that says what cannot be.
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
		return o, fmt.Errorf("abilities spread %q, expected %q or %q", o.Spread, EvenAbility, EvenRating)
	case !(o.Shrink >= 0 && o.Shrink <= 1):
		return o, fmt.Errorf("people shrink their guesses by %v, expected a number from 0 to 1", o.Shrink)
	case o.AtOnce < 1 || o.AtOnce > game.MaxActive:
		return o, fmt.Errorf("%d games of the machine at once, expected 1 to %d", o.AtOnce, game.MaxActive)
	case o.Others < 1 || o.Others > 100:
		return o, fmt.Errorf("%d games of the others for each of the machine's, expected 1 to 100", o.Others)
	}
	return o, nil
}

// Progress is how it stands after a game.
type Progress struct {
	Games    int     // finished by anybody
	Machine  int     // finished by the machine player, of Of
	Of       int     // how many it is to finish
	Error    float64 // mean distance of the machine's last 50 guesses from the ratings revealed; NaN before the first
	Constant float64 // that of guesses of the mean of all ratings revealed before
	Spearman float64 // rank correlation of ratings with abilities; NaN where it is not defined
}
