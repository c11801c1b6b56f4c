// Package aggregate provides alternatives to the mean for computing a Smarts Rating from guesses. A
// server uses the mean unless it is configured otherwise.
//
//   - median: the guess in the middle of the weight, or the mean of the two there. A few dishonest
//     guesses cannot move it far.
//   - elo: Elo's rule, see A. E. Elo, The Rating of Chessplayers, Past and Present (1978). Near 50,
//     a guess moves the rating by about a twentieth of the difference; near the ends of the scale,
//     by less.
//   - glicko-2: Glickman's system, which also tracks how certain a rating is. Early guesses move
//     the rating much and later ones little, unless they start to disagree with it. See M. E.
//     Glickman, Example of the Glicko-2 system (2013), www.glicko.net/glicko/glicko2.pdf.
//
// Silver (2016, 2.5) suggests “more sophisticated statistics that are adaptive, such as Elo
// Ratings”. Elo's and Glickman's systems rate players by games won and lost. But a Luna Game is
// won by guessing well, not by being smart, so its outcome must not move a Smarts Rating. Here
// they rate guesses: a guess of g is a game of the player against a fixed opponent, in which the
// player scores g/100. The rating is 100 times the score expected in the next such game. It is on
// the scale of the guesses, and follows players who change, whereas the mean gives all guesses the
// same weight forever.
//
// Guesses have weights ([game.Received]). For the mean and the median, only their ratios matter:
// multiplying all of them by a number leaves the result the same. For the adaptive ratings a weight
// is the fraction of a game that the guess stands for, so that ten guesses of weight 0.1 count
// about as much as one of weight 1.
//
// With every aggregate, the first guess is the first rating (2.5.2), unless its weight is less than
// [game.MinWeight]; then the first rating is the mean of the first guesses whose weights add up to
// it.
//
// Results are reproducible on one kind of processor. Those of elo and glicko-2 may differ in the
// last bits between processors, because their exponential functions do.
package aggregate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// All returns all aggregates, the mean first.
func All() []game.Aggregate {
	return []game.Aggregate{game.Mean{}, median{}, elo{}, glicko2{}}
}

// ByName returns the aggregate with the given name: mean, median, elo or glicko-2.
func ByName(name string) (game.Aggregate, error) {
	var names []string
	for _, a := range All() {
		if a.Name() == name {
			return a, nil
		}
		names = append(names, a.Name())
	}
	return nil, fmt.Errorf("there is no aggregate %q; there are %s", name, strings.Join(names, ", "))
}

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

// median is the weighted median: the guess below and above which at most half of the weight lies.
// If exactly half lies at or below a guess, it is the mean of that guess and the next higher one.
type median struct{}

func (median) Name() string { return "median" }

func (median) Rating(guesses []game.Received) float64 {
	sorted := weighing(guesses)
	slices.SortStableFunc(sorted, func(a, b game.Received) int { return cmp.Compare(a.Guess, b.Guess) })
	half := 0.0
	for _, g := range sorted {
		half += g.Weight / 2
	}
	below := 0.0
	for i, g := range sorted {
		below += g.Weight
		switch {
		case below > half*(1+weightTolerance):
			return g.Guess
		case below >= half*(1-weightTolerance) && i+1 < len(sorted):
			return (g.Guess + sorted[i+1].Guess) / 2
		}
	}
	return sorted[len(sorted)-1].Guess
}

// weightTolerance allows for rounding in sums of weights, such as five times 1/5.
const weightTolerance = 1e-9

// weighing returns a copy without the guesses of weight 0.
func weighing(guesses []game.Received) []game.Received {
	list := make([]game.Received, 0, len(guesses))
	for _, g := range guesses {
		if g.Weight > 0 {
			list = append(list, g)
		}
	}
	return list
}

// begin returns the first rating, and the guesses that follow it. The first rating is the mean of
// the guesses that make it, until they weigh [game.MinWeight] together: that of a single guess of
// weight 1 is the guess itself (2.5.2).
func begin(guesses []game.Received) (first float64, rest []game.Received) {
	list := weighing(guesses)
	n, sum, weight := 0, 0.0, 0.0
	for n < len(list) && weight < game.MinWeight*(1-weightTolerance) {
		sum += float64(list[n].Weight * list[n].Guess)
		weight += list[n].Weight
		n++
	}
	return min(sum/weight, game.MaxRating), list[n:]
}
