package grading

import (
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

// Model is what is known of a model that has rated respondents.
type Model struct {
	Scale  datasets.Scale // of its ratings
	Points []float64      // of the questions, nil if they are unknown
	Rated  int            // respondents that it learned from
	// Off is how far its predictions are from ratings on average, in [0,1]; 0 if that is unknown.
	Off float64
	// Skipped is how much less a question counts in a rating without an answer, from 0 to 1.
	Skipped float64
	Notes   []string // on its predictions
}

// Predicted returns the result for respondents whom a model has rated: list[i] is the prediction for
// ds.Respondents[i], from 0 to 1. Such a result has neither given ratings, notes on them nor trust.
func Predicted(ds *datasets.Dataset, m Model, list []approach.Prediction) *Result {
	r := &Result{Data: ds, Scale: m.Scale, model: true, off: m.Off * m.Scale.Span(),
		skipped: m.Skipped, Notes: m.Notes, Warnings: ds.Warnings}
	r.choosePoints(m.Points)
	all := make([]int, len(list))
	for i, p := range list {
		p = p.Scaled(m.Scale)
		r.Rows = append(r.Rows, Row{ID: ds.Respondents[i].ID, Given: math.NaN(), Rating: p.Rating,
			Low: p.Interval[0], High: p.Interval[1],
			Points: r.suggest(p.Rating, p.Grades, nil, ds.Respondents[i].Responses)})
		all[i] = i
	}
	if r.rank(all); m.Rated < minRanges {
		r.dropRanges()
	}
	return r
}
