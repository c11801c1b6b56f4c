// Package aggregate has alternatives to the mean for making a Smarts Rating from guesses. A server
// uses the mean unless it is configured otherwise.
//
//   - median: the guess in the middle of the weight, or the mean of the two there. A few dishonest
//     guesses cannot move it far.
//   - elo: Elo's rule, see A. E. Elo, The Rating of Chessplayers, Past and Present (1978). Near 50
//     a guess moves the rating by about a twentieth of the difference, near the ends of the scale
//     by less.
//   - glicko-2: Glickman's system, which also tracks how certain a rating is. The first guesses
//     move it much and later ones little, unless they start to disagree with it. See M. E.
//     Glickman, Example of the Glicko-2 system (2013), www.glicko.net/glicko/glicko2.pdf.
//
// Silver (2016, 2.5) suggests “more sophisticated statistics that are adaptive, such as Elo
// Ratings”. Elo's and Glickman's systems rate players by games won and lost. But a Luna Game is
// won by guessing well, not by being smart, so its outcome must not move a Smarts Rating. Here
// they rate guesses: a guess of g is a game of the player against a fixed opponent, in which the
// player scores g/100. The rating is 100 times the score expected in the next such game. It is on
// the scale of the guesses, and follows players who change, while the mean gives all guesses the
// same weight forever.
//
// Guesses have weights ([game.Received]). Those of the mean and the median are relative: if all are
// multiplied by a number, the result is the same. In the adaptive ratings a weight is the part of a
// game that the guess stands for, so that ten guesses of weight 0.1 are about one guess.
//
// With all of them the first guess is the first rating (2.5.2), unless its weight is less than
// [game.MinWeight]; then it is the mean of the first guesses that have this weight together.
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

// ByName returns the aggregate with a name: mean, median, elo or glicko-2.
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
