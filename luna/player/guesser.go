package player

import (
	"context"
	"math"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/responder"
)

// Guesser guesses Smarts Ratings from responses to one fixed set of questions. Guess may be called
// by several goroutines at once and while Learn runs, which may take seconds; in that case it uses
// what was learned before. Calls of Learn do not overlap.
type Guesser interface {
	// Guess guesses the rating of the player who gave these responses. They are in the order of
	// the questions; an empty response is "".
	Guess(ctx context.Context, responses []string) (Guess, error)
	// Learn replaces everything learned before with what these examples teach. The examples are all
	// of them so far, in the order in which their games ended, and must not be modified. After an
	// error the guesser continues with what it learned before.
	Learn(ctx context.Context, examples []Example) error
}

// Guess is a guess of a Smarts Rating. All numbers are from 0 to 100.
type Guess struct {
	Rating float64
	// Low and High are the bounds of a 90 % prediction interval, NaN if the guesser has none.
	Low, High float64
}

// PointGuess returns a guess without a prediction interval.
func PointGuess(rating float64) Guess {
	return Guess{Rating: rating, Low: math.NaN(), High: math.NaN()}
}

// Example is an opponent's Rating, from 0 to 100, that the end of a Game revealed, with the
// opponent's Responses in the order of the questions.
type Example struct {
	Game      game.GameID
	Responses []string
	Rating    float64
}

// LearnDue reports whether a guesser that learned from a number of examples should learn again now
// that there are more: for every new example up to 50, then whenever their number has grown by 2 %.
// The total work thus grows linearly with the number of games, not quadratically.
func LearnDue(learned, have int) bool { return have > learned && have-learned >= learned/50 }

// Middle guesses the middle of the scale.
var Middle = Constant(game.MaxRating / 2)

// Constant returns a guesser that guesses the same rating for everybody.
func Constant(rating float64) Guesser { return constant(rating) }

type constant float64

func (c constant) Guess(context.Context, []string) (Guess, error) {
	return PointGuess(float64(c)), nil
}

func (constant) Learn(context.Context, []Example) error { return nil }

// Responder answers an opponent's questions. It is [responder.Responder].
type Responder = responder.Responder

// sanitize makes a text submittable: valid UTF-8 of at most [game.MaxCharacters] characters.
func sanitize(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= game.MaxCharacters {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > game.MaxCharacters {
			return s[:i]
		}
	}
	return s
}
