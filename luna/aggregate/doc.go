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
	"fmt"
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
	return nil, fmt.Errorf("there is no aggregate %q; there are %s", name,
		strings.Join(names, ", "))
}
