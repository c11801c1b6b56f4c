package demo

import (
	"context"
	"math"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/player"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// byModel guesses with a model of package lrp, as cmd/luna does.
type byModel struct {
	set   player.QuestionSet
	model atomic.Pointer[lrp.Model]
}

func newByModel(set player.QuestionSet) (player.Guesser, error) {
	g := &byModel{set: set}
	return g, g.Learn(context.Background(), nil)
}

func (g *byModel) Learn(ctx context.Context, examples []player.Example) error {
	d := &datasets.Dataset{Name: g.set.Name, Questions: g.set.Questions}
	for _, e := range examples {
		d.Respondents = append(d.Respondents,
			datasets.Respondent{ID: string(e.Game), Responses: e.Responses, Rating: e.Rating / 100})
	}
	m, err := lrp.Train(ctx, d, lrp.TrainOptions{Folds: -1})
	if err == nil {
		g.model.Store(m)
	}
	return err
}

func (g *byModel) Guess(_ context.Context, responses []string) (player.Guess, error) {
	rating, err := g.model.Load().Rating(responses)
	return player.Guess{Rating: 100 * rating, Low: math.NaN(), High: math.NaN()}, err
}

// newMiddle returns a trivial guesser, for tests that are not about the machine.
func newMiddle(player.QuestionSet) (player.Guesser, error) { return player.Middle, nil }
