package lrp

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/predictor"
	"github.com/luna-rating/luna/regress"
)

// Weights returns the weights of a linear model's columns, or of AUTO's cues in the logit of a
// grade, those with the largest effect first; nil for other models. Columns of weight 0 are left
// out.
func (m *Model) Weights() []approach.Weight {
	list := m.weights()
	size := func(w approach.Weight) float64 {
		if math.IsNaN(w.SD) {
			return math.Abs(w.Value)
		}
		return math.Abs(w.Value) * w.SD
	}
	slices.SortStableFunc(
		list, func(a, b approach.Weight) int { return cmp.Compare(size(b), size(a)) },
	)
	return list
}

// Notes returns what the model has learned about the data as a whole, one sentence each; nil if
// there is nothing to say.
func (m *Model) Notes() []string {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Notes()
	}
	return nil
}

// Unanswered returns how much a question without an answer counts in a rating: from 0, not at all, to
// 1, as much as any other.
func (m *Model) Unanswered() float64 {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Unanswered()
	}
	return 1
}

func (m *Model) weights() []approach.Weight {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Weights()
	}
	r, ok := m.predictor.(*predictor.Regression)
	if !ok {
		return nil
	}
	l, ok := r.Model.(*regress.Linear)
	if !ok {
		return nil
	}
	var list []approach.Weight
	for j, w := range l.Coef {
		if w != 0 {
			question := m.training.Questions[r.Design.Groups[j]].ID
			name := strings.TrimPrefix(r.Design.Columns[j], question+"/")
			list = append(
				list, approach.Weight{Question: question, Name: name, Value: w, SD: r.SD[j]},
			)
		}
	}
	return list
}
