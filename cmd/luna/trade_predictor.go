package main

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// tradeLearner uses AUTO to predict whether a target is a human. A human counts as a respondent
// with the rating 1, a computer as one with 0. Each number of answers has its own model, of that
// many first questions of the script; before any game a model has only the answer key and a prior.
// tradeLearner implements [bettors.Learner].
type tradeLearner struct {
	ctx     context.Context
	models  []*guesser.Guesser // by the number of answers, from 1
	learned []int              // examples that a model has learned from
	known   [][]player.Example // by the number of answers, from 1
}

// surest is the highest belief allowed: after a few games no model can be certain.
const surest = 0.97

func newTradeLearner(ctx context.Context, script player.QuestionSet) (*tradeLearner, error) {
	l := &tradeLearner{ctx: ctx}
	for n := 1; n <= len(script.Questions); n++ {
		set := player.QuestionSet{Name: script.Name, Questions: script.Questions[:n]}
		m, err := guesser.New(ctx, set, "")
		if err != nil {
			return nil, err
		}
		l.models = append(l.models, m)
	}
	l.learned = make([]int, len(l.models))
	l.known = make([][]player.Example, len(l.models))
	return l, nil
}

// Predict implements [bettors.Predictor].
func (l *tradeLearner) Predict(answers []string) (float64, error) {
	i := len(answers) - 1
	if i < 0 || i >= len(l.models) {
		return 0, fmt.Errorf("found %d answers, expected 1 to %d", len(answers), len(l.models))
	}
	if have := len(l.known[i]); player.LearnDue(l.learned[i], have) {
		if err := l.models[i].Learn(l.ctx, l.known[i]); err != nil {
			return 0, err
		}
		l.learned[i] = have
	}
	guess, err := l.models[i].Guess(l.ctx, answers)
	if err != nil {
		return 0, err
	}
	return min(max(guess.Rating/game.MaxRating, 1-surest), surest), nil
}

// Learn implements [bettors.Learner].
func (l *tradeLearner) Learn(answers []string, human bool) error {
	rating := 0.0
	if human {
		rating = game.MaxRating
	}
	for i := range answers[:min(len(answers), len(l.models))] {
		l.known[i] = append(l.known[i], player.Example{
			Game:      game.GameID(fmt.Sprint("game", len(l.known[i])+1)),
			Responses: answers[:i+1], Rating: rating,
		})
	}
	return nil
}

var _ bettors.Learner = (*tradeLearner)(nil)
