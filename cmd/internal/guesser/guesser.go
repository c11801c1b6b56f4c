// Package guesser joins the two halves of the module: it guesses Smarts Ratings in Luna Games by Luna Rating Prediction.
package guesser

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// fewest is from how many examples on learning from them is better than the acceptable answers and the prior alone. On synthetic people who
// answer five questions of civics (five sets of questions, 40 draws each) the mean absolute error is 15.6 with the prior alone, 16.5 after
// one example, 15.5 after two, 14.7 after three and 13.8 after five; guessing the mean of so many is off by 28.6 then.
const fewest = 3

// Guesser guesses by a model of package lrp, AUTO: at first from the acceptable answers and a prior alone, and the better the more games have
// revealed ratings. It implements [player.Guesser].
type Guesser struct {
	questions player.QuestionSet
	fixed     bool
	path      string // where the model is written each time; "" is nowhere
	model     atomic.Pointer[lrp.Model]
}

// New returns a guesser that has learned nothing yet. It writes its model, as [lrp.OpenModel] reads it, to a path whenever it has
// learned; "" is not to.
func New(ctx context.Context, questions player.QuestionSet, path string) (*Guesser, error) {
	g := &Guesser{questions: questions, path: path}
	return g, g.Learn(ctx, nil)
}

// Fixed returns a guesser by a model as it is, which never learns. The model's questions must be those of the set.
func Fixed(m *lrp.Model, questions player.QuestionSet) (*Guesser, error) {
	if found := Questions(m).Texts(); !slices.Equal(found, questions.Texts()) {
		return nil, fmt.Errorf("found a model of other questions, expected one of the question set %s: it asks %q", questions.Name, questions.Texts())
	}
	g := &Guesser{questions: questions, fixed: true}
	g.model.Store(m)
	return g, nil
}

// Questions is the question set that a model was trained on.
func Questions(m *lrp.Model) player.QuestionSet {
	return player.QuestionSet{Name: m.Info().Dataset.Name, Questions: m.Questions()}
}

// Guess implements [player.Guesser].
func (g *Guesser) Guess(_ context.Context, responses []string) (player.Guess, error) {
	p, err := g.model.Load().Predict(responses)
	if err != nil {
		return player.Guess{}, err
	}
	return player.Guess{Rating: scaled(p.Rating), Low: scaled(p.Interval[0]), High: scaled(p.Interval[1])}, nil
}

// scaled makes a Smarts Rating of a rating of package lrp. NaN stays NaN.
func scaled(rating float64) float64 {
	return math.Max(0, math.Min(game.MaxRating, game.MaxRating*rating))
}

// Learn implements [player.Guesser]. It takes about 40 ms for 100 examples and a second for 1,000.
func (g *Guesser) Learn(ctx context.Context, examples []player.Example) error {
	if g.fixed {
		return nil
	}
	if len(examples) < fewest {
		examples = nil
	}
	m, err := lrp.Train(ctx, dataset(g.questions, examples), lrp.TrainOptions{Folds: -1})
	if err != nil {
		return err
	}
	g.model.Store(m)
	if g.path == "" {
		return nil
	}
	if err := m.Save(g.path); err != nil {
		return errors.Join(errors.New("the model is used, but not kept"), err)
	}
	return nil
}

// dataset is what there is to learn from.
func dataset(s player.QuestionSet, examples []player.Example) *datasets.Dataset {
	d := &datasets.Dataset{Name: s.Name, RatingNote: "Smarts Ratings as games revealed them, divided by 100", Questions: s.Questions}
	for _, e := range examples {
		d.Respondents = append(d.Respondents, datasets.Respondent{ID: string(e.Game), Responses: e.Responses, Rating: e.Rating / game.MaxRating})
	}
	return d
}
