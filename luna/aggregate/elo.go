package aggregate

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// elo rates by Elo's rule: after a guess of g the strength r, in points relative to the fixed
// opponent, becomes
//
//	r + K w (g/100 − E),  E = 1 / (1 + 10^(−r/400)),  K = 32
//
// and the rating is 100 E. The weight w of the guess scales the step, as the importance of a game
// scales K in ratings of football teams (eloratings.net/about).
type elo struct{}

const eloK = 32

func (elo) Name() string { return "elo" }

func (elo) Rating(guesses []game.Received) float64 {
	first, rest := begin(guesses)
	if len(rest) == 0 {
		return first
	}
	// In natural units of 400/ln 10 points, the expected score is the logistic function.
	const unit = 400 / math.Ln10
	r := strengthOf(first)
	for _, g := range rest {
		r += eloK / unit * g.Weight * (g.Guess/100 - logistic(r))
	}
	return 100 * logistic(r)
}

// strengthOf returns the strength, in natural units, at which a guess is the expected one. It is
// infinite at the ends of the scale, so guesses are clipped to half a point inside.
func strengthOf(guess float64) float64 {
	s := min(max(guess, 0.5), 99.5) / 100
	return math.Log(s / (1 - s))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
