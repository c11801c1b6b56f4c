package player

import (
	"context"
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// Guesser guesses Smarts Ratings from responses to one fixed set of questions. Guess may be called by many goroutines at once and while Learn
// runs, which takes seconds perhaps: it then guesses by what was learned before. Learn is not called twice at a time.
type Guesser interface {
	// Guess tells what the rating of who gave these responses may be. They are in the order of the questions; "" is an empty one.
	Guess(ctx context.Context, responses []string) (Guess, error)
	// Learn replaces all that was learned by what these examples teach. They are all there are so far, in the order in which their games
	// ended, and must not be written to. After an error the guesser goes on as before.
	Learn(ctx context.Context, examples []Example) error
}

// Guess is a guess of a Smarts Rating. All numbers are from 0 to 100.
type Guess struct {
	Rating float64
	// Low and High hold the rating with a probability of about 90 % in the guesser's opinion; both are NaN where it has none.
	Low, High float64
}

// Example is the rating of an opponent, from 0 to 100, that the end of a Game revealed, with her Responses in the order of the questions.
type Example struct {
	Game      game.GameID
	Responses []string
	Rating    float64
}

// Certain is a guess without an interval.
func Certain(rating float64) Guess { return Guess{Rating: rating, Low: math.NaN(), High: math.NaN()} }

// LearnDue tells whether a guesser that learned from a number of examples should learn again now that there are more: each time up to
// 50, then whenever they have grown by 2 %, so that the work over all games grows with their number and not with its square.
func LearnDue(learned, have int) bool { return have > learned && have-learned >= learned/50 }
