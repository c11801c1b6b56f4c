package simulate

import "fmt"

// Strategy decides the Reported Guesses of a player.
type Strategy interface {
	// Name names the strategy in figures.
	Name() string
	// Report returns the guess that the player reports in a situation, a finite number.
	Report(s Situation) float64
}

// Situation is what a player may base a Reported Guess on.
type Situation struct {
	t                *Tournament
	player, opponent int
}

// ActualGuess returns what the player thinks of the opponent, G*(p,q).
func (s Situation) ActualGuess() float64 { return s.t.actual(s.player, s.opponent) }

// Chance returns a number uniform on [0,1) that depends only on player and opponent.
func (s Situation) Chance() float64 { return s.t.chance(s.player, s.opponent) }

// Games returns the number of games played before in the whole tournament.
func (s Situation) Games() int { return s.t.games }

// First reports whether this is the player's first game.
func (s Situation) First() bool { return s.t.players[s.player].games == 0 }

// MeanRating returns the mean of all Smarts Ratings, false if nobody has one yet.
func (s Situation) MeanRating() (mean float64, ok bool) {
	n := len(s.t.sorted)
	return s.t.sum / float64(n), n > 0
}

// Honest reports the Actual Guess (3.2.1).
var Honest Strategy = honest{}

type honest struct{}

func (honest) Name() string               { return "Honest" }
func (honest) Report(s Situation) float64 { return s.ActualGuess() }

// Random reports a number uniform on [0,100], always the same for the same opponent (3.3.2,
// figure 3.1).
var Random Strategy = random{}

type random struct{}

func (random) Name() string               { return "Random" }
func (random) Report(s Situation) float64 { return maxRating * s.Chance() }

// Minimum reports 0, which lowers the ratings of all others (3.2.2).
var Minimum Strategy = minimum{}

type minimum struct{}

func (minimum) Name() string             { return "Minimum" }
func (minimum) Report(Situation) float64 { return 0 }

// Mean reports the mean of all Smarts Ratings (3.2.3), or the Actual Guess while nobody has one.
var Mean Strategy = mean{}

type mean struct{}

func (mean) Name() string { return "Mean" }

func (mean) Report(s Situation) float64 {
	if m, ok := s.MeanRating(); ok {
		return m
	}
	return s.ActualGuess()
}

// Delayed is honest until the given number of games has been played in the whole tournament, and
// follows another strategy from then on, as if the distribution of ratings had been revealed at
// that time (figure 3.7).
func Delayed(games int, then Strategy) Strategy { return delayed{games, then} }

type delayed struct {
	games int
	then  Strategy
}

func (d delayed) Name() string { return fmt.Sprintf("%s after %d games", d.then.Name(), d.games) }

func (d delayed) Report(s Situation) float64 {
	if s.Games() < d.games {
		return s.ActualGuess()
	}
	return d.then.Report(s)
}
