package player

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/luna-rating/luna/internal/stream"
)

// The responses of the Gibberish Bot (6.2.2): “a random string of uppercase characters, digits, and spaces. The length of the response is also randomly
// selected to be between 1 and 200.”
const (
	gibberish       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
	mostOfGibberish = 200
)

// Gibberish is the control player: it responds to any question with random characters, “meant to serve as the most basic of controls; if Smarts Ratings are at all
// meaningful, the Gibberish Bot should have a very low one” (6.2.2). How it guessed is not told. Here a [Constant] guesses for it, the middle of the scale.
type Gibberish struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewGibberish returns a control player whose responses derive from a seed.
func NewGibberish(seed uint64) *Gibberish { return &Gibberish{rng: stream.New(seed, "gibberish", 0)} }

// Respond implements [Responder].
func (g *Gibberish) Respond(_ context.Context, questions []string) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := make([]string, len(questions))
	for i := range list {
		text := make([]byte, 1+g.rng.IntN(mostOfGibberish))
		for j := range text {
			text[j] = gibberish[g.rng.IntN(len(gibberish))]
		}
		list[i] = string(text)
	}
	return list, nil
}
