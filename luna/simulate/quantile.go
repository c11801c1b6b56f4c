package simulate

import "math"

// Quantile reports Q(F_p(q)) (3.2.3): F_p is the empirical distribution function of the player's own Actual Guesses, Q the quantile function of the
// Smarts Ratings. It reports the Actual Guess while nobody has a rating. [Variant] says what else depends on the text or the program.
var Quantile Strategy = quantile{}

type quantile struct{}

func (quantile) Name() string { return "Quantile" }

func (quantile) Report(s Situation) float64 {
	v := s.Variant()
	if len(s.t.sorted) == 0 || !v.AllGuesses && s.First() {
		return s.ActualGuess()
	}
	p := s.percentile()
	if v.PercentSlip {
		p /= 100
	}
	if v.Interpolate {
		return interpolated(s.t.sorted, p)
	}
	return lowest(s.t.sorted, p)
}

// percentile is F_p(q), the share of the player's Actual Guesses that are not above that of the opponent.
func (s Situation) percentile() float64 {
	guess, me := s.ActualGuess(), &s.t.players[s.player]
	below, all := 0, 0
	for q := range s.t.players {
		times := 1
		if !s.t.variant.AllGuesses {
			times = me.met[q]
		}
		all += times
		if s.t.actual(s.player, q) <= guess {
			below += times
		}
	}
	return float64(below) / float64(all)
}

// interpolated is the quantile p of sorted values by linear interpolation.
func interpolated(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// lowest is the lowest of sorted values that has at least a share p of them at or below it.
func lowest(sorted []float64, p float64) float64 {
	const rounding = 1e-9 // of a share such as 7/25 times 25
	i := int(math.Ceil(p*float64(len(sorted))-rounding)) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
