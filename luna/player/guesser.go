package player

import (
	"context"
	"math"
	"strings"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/game"
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

// NewRunningMean returns a guesser that guesses for everybody the mean of the ratings revealed so
// far, and the middle of the scale before the first: the control CBG of chapter 5, game by game.
func NewRunningMean() Guesser { return &runningMean{mean: game.MaxRating / 2} }

type runningMean struct {
	mu   sync.Mutex
	mean float64
}

func (m *runningMean) Guess(context.Context, []string) (Guess, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return PointGuess(m.mean), nil
}

func (m *runningMean) Learn(_ context.Context, examples []Example) error {
	mean := float64(game.MaxRating) / 2
	if len(examples) > 0 {
		sum := 0.0
		for _, e := range examples {
			sum += e.Rating
		}
		mean = sum / float64(len(examples))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mean = mean
	return nil
}

// Template returns a guesser that guesses like the template for players of the website of 2016:
// each response that contains an expected word of its question, ignoring case, adds an equal share
// of the scale, 20 for five questions. The expected words are the keys of the questions.
func Template(questions []datasets.Question) Guesser { return template{questions} }

type template struct{ questions []datasets.Question }

func (t template) Guess(_ context.Context, responses []string) (Guess, error) {
	right := 0
	for i, q := range t.questions {
		if i < len(responses) && containsAny(strings.ToLower(responses[i]), q.Key) {
			right++
		}
	}
	return PointGuess(game.MaxRating * float64(right) / float64(max(1, len(t.questions)))), nil
}

func (template) Learn(context.Context, []Example) error { return nil }

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, strings.ToLower(w)) {
			return true
		}
	}
	return false
}
