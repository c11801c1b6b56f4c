package demo

import (
	"context"
	"math/rand/v2"

	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/luna/game"
)

// gibberish is the control bot.
type gibberish struct {
	asked []string
	rng   *rand.Rand
}

func newGibberish(asked []string, seed uint64) *member {
	return &member{"gibberish-bot", Gibberish, 0, &gibberish{asked, stream.New(seed, "luna/demo/gibberish", 0)}}
}

func (g *gibberish) questions() []string { return g.asked }

func (g *gibberish) respond(_ context.Context, questions []string) ([]string, error) {
	const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
	list := make([]string, len(questions))
	for i := range list {
		text := make([]byte, 1+g.rng.IntN(200))
		for k := range text {
			text[k] = characters[g.rng.IntN(len(characters))]
		}
		list[i] = string(text)
	}
	return list, nil
}

func (g *gibberish) guess(context.Context, []string) (float64, []float64, error) {
	return 100 * g.rng.Float64(), nil, nil
}

func (g *gibberish) learn(context.Context, game.View) error { return nil }
