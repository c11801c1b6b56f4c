// Package guesser guesses Smarts Ratings in Luna Games with Luna Rating Prediction.
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

// minExamples is the number of examples from which training on them beats using only the answer key
// and the prior. For synthetic people who answer five questions of civics (five question sets, 40
// draws each) the mean absolute error is 15.6 with the prior alone, 16.5 after one example, 15.5
// after two, 14.7 after three and 13.8 after five. Guessing the mean of the same number of ratings
// has an error of 28.6.
const minExamples = 3

// Guesser guesses with an AUTO model of package lrp. At first it uses only the answer key and a
// prior; it improves as games reveal ratings. It implements [player.Guesser].
type Guesser struct {
	questions player.QuestionSet
	fixed     bool
	path      string // where the model is saved; may be ""
	model     atomic.Pointer[lrp.Model]
}

// New returns a guesser that has learned nothing yet. Unless path is "", it saves its model there
// each time it has learned, for [lrp.OpenModel].
func New(ctx context.Context, questions player.QuestionSet, path string) (*Guesser, error) {
	g := &Guesser{questions: questions, path: path}
	return g, g.Learn(ctx, nil)
}

// Fixed returns a guesser with a trained model that never learns. The model's questions must be
// those of the set.
func Fixed(m *lrp.Model, questions player.QuestionSet) (*Guesser, error) {
	if found := Questions(m).Texts(); !slices.Equal(found, questions.Texts()) {
		return nil, fmt.Errorf("found a model of other questions, "+
			"expected one of the question set %s: it asks %q", questions.Name, questions.Texts())
	}
	g := &Guesser{questions: questions, fixed: true}
	g.model.Store(m)
	return g, nil
}

// Questions returns the question set that a model was trained on.
func Questions(m *lrp.Model) player.QuestionSet {
	return player.QuestionSet{Name: m.Info().Dataset.Name, Questions: m.Questions()}
}

// Guess implements [player.Guesser].
func (g *Guesser) Guess(_ context.Context, responses []string) (player.Guess, error) {
	p, err := g.model.Load().Predict(responses)
	if err != nil {
		return player.Guess{}, err
	}
	low, high := scaled(p.Interval[0]), scaled(p.Interval[1])
	return player.Guess{Rating: scaled(p.Rating), Low: low, High: high}, nil
}

// scaled converts a rating from [0,1] to the scale of Smarts Ratings. NaN stays NaN.
func scaled(rating float64) float64 {
	return math.Max(0, math.Min(game.MaxRating, game.MaxRating*rating))
}

// Learn implements [player.Guesser]. It takes about 40 ms for 100 examples and a second for 1,000.
func (g *Guesser) Learn(ctx context.Context, examples []player.Example) error {
	if g.fixed {
		return nil
	}
	if len(examples) < minExamples {
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
		return errors.Join(errors.New("the model is used, but could not be saved"), err)
	}
	return nil
}

// dataset returns the examples as a data set.
func dataset(s player.QuestionSet, examples []player.Example) *datasets.Dataset {
	d := &datasets.Dataset{
		Name:       s.Name,
		RatingNote: "Smarts Ratings as games revealed them, divided by 100",
		Questions:  s.Questions,
	}
	for _, e := range examples {
		d.Respondents = append(d.Respondents, datasets.Respondent{
			ID: string(e.Game), Responses: e.Responses, Rating: e.Rating / game.MaxRating,
		})
	}
	return d
}
