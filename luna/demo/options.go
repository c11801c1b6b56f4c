package demo

import (
	"fmt"

	"github.com/luna-rating/luna/luna/game"
)

// The bounds of [settings].
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
	if o.others == 0 {
		o.others = 2
	}
	if o.atOnce == 0 {
		o.atOnce = 6
	}
	if o.Spread == "" {
		o.Spread = evenAbility
	}
	switch {
	case o.NewGuesser == nil:
		return o, fmt.Errorf("no guesser for the machine player")
	case o.Games < 1 || o.Games > MaxGames:
		return o, fmt.Errorf("%d games found, expected 1 to %d", o.Games, MaxGames)
	case o.People < 2 || o.People > MaxPeople:
		return o, fmt.Errorf("%d people found, expected 2 to %d", o.People, MaxPeople)
	case o.Spread != evenAbility && o.Spread != evenRating:
		return o, fmt.Errorf("abilities spread %q, expected %q or %q", o.Spread, evenAbility,
			evenRating)
	case !(o.shrink >= 0 && o.shrink <= 1):
		return o, fmt.Errorf("people shrink their guesses by %v, expected a number from 0 to 1",
			o.shrink)
	case o.atOnce < 1 || o.atOnce > game.MaxActive:
		return o, fmt.Errorf("%d games of the machine at once, expected 1 to %d", o.atOnce,
			game.MaxActive)
	case o.others < 1 || o.others > 100:
		return o, fmt.Errorf("%d games of the others for each of the machine's, expected 1 to 100",
			o.others)
	}
	return o, nil
}

// progress is the state of a demonstration after a game.
type progress struct {
	Games   int // games finished by all players
	Machine int // games finished by the machine player
	Of      int // the number of games that it is to finish
	// mean distance of the machine's last 50 guesses from the ratings; NaN before the first
	Error    float64
	Constant float64 // the same if each guess were the mean of all ratings revealed before
	Spearman float64 // rank correlation of ratings with abilities; NaN if undefined
}
