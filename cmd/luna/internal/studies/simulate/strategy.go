package simulate

import (
	"math"

	"github.com/luna-rating/luna/internal/numbers"
)

// Strategy decides the Reported Guesses of a player.
type Strategy interface {
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

func (honest) Report(s Situation) float64 { return s.ActualGuess() }

// Random reports a number uniform on [0,100], always the same for the same opponent (3.3.2,
// figure 3.1).
var Random Strategy = random{}

type random struct{}

func (random) Report(s Situation) float64 { return maxRating * s.Chance() }

// Minimum reports 0, which lowers the ratings of all others (3.2.2).
var Minimum Strategy = minimum{}

type minimum struct{}

func (minimum) Report(Situation) float64 { return 0 }

// Mean reports the mean of all Smarts Ratings (3.2.3), or the Actual Guess while nobody has one.
var Mean Strategy = mean{}

type mean struct{}

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

func (d delayed) Report(s Situation) float64 {
	if s.Games() < d.games {
		return s.ActualGuess()
	}
	return d.then.Report(s)
}

// Quantile reports Q(F_p(q)) (3.2.3): F_p is the empirical distribution function of the player's
// own Actual Guesses, Q the quantile function of the Smarts Ratings. It reports the Actual Guess
// while nobody has a rating. See [Variant] for where text and program differ.
var Quantile Strategy = quantile{}

type quantile struct{}

func (quantile) Report(s Situation) float64 {
	v := s.t.variant
	if len(s.t.sorted) == 0 || !v.AllGuesses && s.First() {
		return s.ActualGuess()
	}
	p := s.percentile()
	if v.PercentSlip {
		p /= 100
	}
	if v.Interpolate {
		return numbers.Quantile(s.t.sorted, p)
	}
	return lowestQuantile(s.t.sorted, p)
}

// percentile returns F_p(q), the share of the player's Actual Guesses that do not exceed the one
// of the opponent.
func (s Situation) percentile() float64 {
	guess, me := s.ActualGuess(), &s.t.players[s.player]
	below, total := 0, 0
	for q := range s.t.players {
		weight := 1
		if !s.t.variant.AllGuesses {
			weight = me.met[q]
		}
		total += weight
		if s.t.actual(s.player, q) <= guess {
			below += weight
		}
	}
	return float64(below) / float64(total)
}

// lowestQuantile returns the lowest of sorted values that has at least a share p of them at or
// below it.
func lowestQuantile(sorted []float64, p float64) float64 {
	const rounding = 1e-9 // error of a product such as 7/25 times 25
	i := int(math.Ceil(p*float64(len(sorted))-rounding)) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
