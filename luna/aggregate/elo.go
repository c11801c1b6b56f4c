package aggregate

import "math"

// Elo rates by Elo's rule: after a guess of g the strength r, in points against the fixed opponent's 0, becomes
//
//	r + K (g/100 − E),  E = 1 / (1 + 10^(−r/400)),  K = 32
//
// and the rating is 100 E. See A. E. Elo, The Rating of Chessplayers, Past and Present (1978). Near 50 a guess moves the rating by about a
// twentieth of the difference, near the ends of the scale by less.
type Elo struct{}

const eloK = 32

// Name is "elo".
func (Elo) Name() string { return "elo" }

// Rating applies the rule to the guesses after the first, from the strength of which that was expected.
func (Elo) Rating(guesses []float64) float64 {
	if len(guesses) == 1 {
		return guesses[0]
	}
	// In natural units, of 400/ln 10 points, the expected score is the logistic function.
	const unit = 400 / math.Ln10
	r := strengthOf(guesses[0])
	for _, g := range guesses[1:] {
		r += eloK / unit * (g/100 - logistic(r))
	}
	return 100 * logistic(r)
}

// strengthOf is the strength at which a guess is expected, in natural units. The ends of the scale, where there is none, are taken
// for half a point inside of it.
func strengthOf(guess float64) float64 {
	s := min(max(guess, 0.5), 99.5) / 100
	return math.Log(s / (1 - s))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
