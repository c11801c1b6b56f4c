package lrp

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/luna-rating/luna/regress"
)

// Weight is what a model gives to something that it sees.
type Weight struct {
	Name   string // of a column, such as "3/BOW/freedom", or of a cue
	Weight float64
	// SD is the standard deviation of a column over the training part; NaN for a cue. Weight times SD is how far the column
	// typically moves a rating.
	SD float64
}

// MarshalJSON implements [json.Marshaler].
func (w Weight) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name   string `json:"name"`
		Weight number `json:"weight"`
		SD     number `json:"sd"`
	}{w.Name, number(w.Weight), number(w.SD)})
}

// Weigher is a [FittedLearner] that has weights to tell of.
type Weigher interface {
	Weights() []Weight
}

// Weights returns the weights of a linear model's columns, or of AUTO's cues in the logit of a grade, those that matter most
// first; nil for other models. A column of weight 0 is left out.
func (m *Model) Weights() []Weight {
	if w, ok := learnerOf(m.predictor).(Weigher); ok {
		return sortedWeights(w.Weights())
	}
	d, ok := m.predictor.(*designed)
	if !ok {
		return nil
	}
	l, ok := d.model.(*regress.Linear)
	if !ok {
		return nil
	}
	var list []Weight
	for j, w := range l.Coef {
		if w != 0 {
			list = append(list, Weight{d.columns[j], w, d.SD[j]})
		}
	}
	return sortedWeights(list)
}

func sortedWeights(list []Weight) []Weight {
	size := func(w Weight) float64 {
		if math.IsNaN(w.SD) {
			return math.Abs(w.Weight)
		}
		return math.Abs(w.Weight) * w.SD
	}
	slices.SortStableFunc(list, func(a, b Weight) int { return cmp.Compare(size(b), size(a)) })
	return list
}
