package player

import (
	"context"
	"strings"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/game"
)

// Constant guesses the same of everybody.
type Constant float64

// Middle is the middle of the scale, the guess of who knows nothing.
const Middle Constant = game.MaxRating / 2

// Guess implements [Guesser].
func (c Constant) Guess(context.Context, []string) (Guess, error) { return Certain(float64(c)), nil }

// Learn implements [Guesser]: there is nothing to learn.
func (Constant) Learn(context.Context, []Example) error { return nil }

// RunningMean guesses of everybody the mean of the ratings revealed so far, [Middle] before the first. It is the control CBG of chapter 5, game by
// game. The zero value has learned nothing.
type RunningMean struct {
	mu   sync.Mutex
	sum  float64
	seen int
}

// Guess implements [Guesser].
func (m *RunningMean) Guess(context.Context, []string) (Guess, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen == 0 {
		return Certain(float64(Middle)), nil
	}
	return Certain(m.sum / float64(m.seen)), nil
}

// Learn implements [Guesser].
func (m *RunningMean) Learn(_ context.Context, examples []Example) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sum, m.seen = 0, len(examples)
	for _, e := range examples {
		m.sum += e.Rating
	}
	return nil
}

// Template guesses as the template for players of the website of 2016 did: an equal share of the scale, 20 of five, for each response
// that contains an expected word of the question, be it in upper or lower case. The keys of Questions are these words.
type Template struct{ Questions []datasets.Question }

// Guess implements [Guesser].
func (t Template) Guess(_ context.Context, responses []string) (Guess, error) {
	right := 0
	for i, q := range t.Questions {
		if i < len(responses) && containsAny(strings.ToLower(responses[i]), q.Key) {
			right++
		}
	}
	return Certain(game.MaxRating * float64(right) / float64(max(1, len(t.Questions)))), nil
}

// Learn implements [Guesser]: the template does not learn.
func (Template) Learn(context.Context, []Example) error { return nil }

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, strings.ToLower(w)) {
			return true
		}
	}
	return false
}
