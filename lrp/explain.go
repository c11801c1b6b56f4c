package lrp

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/predictor"
)

// maxWords is the number of words of a response, in alphabetical order, whose effects are computed.
// Each takes a prediction.
const maxWords = 60

// Explain says what moved the rating of a respondent. It fails where [Model.Predict] does.
func (m *rater) Explain(responses []string) (*Explanation, error) {
	prediction, err := m.Predict(responses)
	if err != nil {
		return nil, err
	}
	docs, parts := m.docs(responses), m.parts(responses)
	e := predictor.Explain(m.predictor, docs, parts)
	e.Rating, e.Interval = prediction.Rating, prediction.Interval
	e.Transductive = m.info.Transductive != nil
	e.Cut = e.Rating - e.Base - e.Whole
	for j, question := range m.training.Questions {
		q := &e.Questions[j]
		q.ID, q.Text, q.Response = question.ID, question.Text, valid(responses[j])
		e.Cut -= q.Effect
		q.Words = m.words(parts, docs[j], j)
		for k := range q.Neighbours {
			m.neighbours.describe(j, &q.Neighbours[k])
		}
		if q.Neighbours == nil {
			q.Neighbours = m.neighbours.mostSimilar(j, docs[j])
		}
	}
	if math.Abs(e.Cut) < 1e-9 {
		e.Cut = 0 // rounding
	}
	return &e, nil
}

// words returns the distinct words of response j with their effects on the rating: how far it falls
// without the word.
func (m *rater) words(parts []predictor.Part, d *text.Doc, j int) []approach.Term {
	with, changed := clip(m.predictor.Rating(parts)), slices.Clone(parts)
	var list []approach.Term
	for _, w := range d.Set[:min(maxWords, len(d.Set))] {
		changed[j] = m.predictor.Part(j, d.Without(w))
		effect := with - clip(m.predictor.Rating(changed))
		list = append(list, approach.Term{Name: w, Value: 1, Effect: effect})
	}
	predictor.SortTerms(list)
	return list
}
