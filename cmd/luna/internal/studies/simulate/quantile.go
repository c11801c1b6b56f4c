package simulate

import (
	"math"

	"github.com/luna-rating/luna/internal/numbers"
)

// Quantile reports Q(F_p(q)) (3.2.3): F_p is the empirical distribution function of the player's
// own Actual Guesses, Q the quantile function of the Smarts Ratings. It reports the Actual Guess
// while nobody has a rating. See [Variant] for where text and program differ.
var Quantile Strategy = quantile{}

type quantile struct{}

func (quantile) Name() string { return "Quantile" }

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
