// Package aggregate has other ways than the mean to make a Smarts Rating of guesses. None is on unless a server is told so.
//
// Silver (2016, 2.5) suggests “more sophisticated statistics that are adaptive, such as Elo Ratings”. Elo's and Glickman's systems rate
// players by games won and lost, and a Luna Game is won by guessing well, not by being smart: its outcome must not
// move a Smarts Rating. What they rate here are guesses. A guess of g is a game of the player against one fixed opponent, of which she gets
// g/100 points; her rating is 100 times the points she is expected to get of the next. It lies on the scale of the guesses, and follows
// a player who changes, where the mean gives all guesses the same weight for ever.
//
// The first guess is the first rating (2.5.2), in all of them.
//
// Their results are the same from run to run on one kind of processor. Those of elo and glicko-2 may differ in the last bits on
// another, whose exponential function does.
package aggregate

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// All returns the aggregates, first the one of the rules.
func All() []game.Aggregate {
	return []game.Aggregate{game.Mean{}, Median{}, Elo{}, Glicko2{}}
}

// ByName returns the aggregate of a name: mean, median, elo or glicko-2.
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
