package approach

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Judge is the method of another rater or system whose grades of responses are known
// ([datasets.Respondent].External), by its name. With x_i the mean of its grades of respondent i,
// it predicts
//
//	x_i + d + c·(x_i - x̄)
//	d = Σ (y - x)/(n + 1)
//	c = Σ (x - x̄)(y - x - d)/(Σ (x - x̄)² + 1/4)
//
// where sums, and x̄, are over the n respondents of the training part: the least squares line,
// shrunk to y = x, which it is with nobody rated. Somebody without any grade has the mean x̄, or
// 1/2. A respondent of the test part whose own grades the judge was shown is an error
// ([datasets.Respondent].ShownTo).
type Judge string

// Regressors implements [Method].
func (Judge) Regressors(*design.Setting) []string { return []string{ExternalRegressor} }

// Prepare implements [Method].
func (g Judge) Prepare(s *design.Setting) (design.Fit, error) {
	people := s.Dataset.Respondents
	x, known := make([]float64, len(people)), false
	for i, r := range people {
		x[i] = regress.Mean(numbers.Known(r.External[string(g)])) // NaN of none
		known = known || !math.IsNaN(x[i])
	}
	if !known {
		return nil, fmt.Errorf("%s: found no grades of %s, expected some", s.Dataset.Name, g)
	}
	ratings := s.Builder.Corpus.Ratings
	return func(_ int, split *design.Split) ([]design.Predicted, error) {
		line := Calibrate(numbers.At(x, split.Train), numbers.At(ratings, split.Train))
		shown := numbers.At(people, split.Test)
		shown = slices.DeleteFunc(shown, func(r datasets.Respondent) bool { return !slices.Contains(r.ShownTo, string(g)) })
		if len(shown) > 0 {
			return nil, fmt.Errorf("found respondent %s in the test part, whose graded answers %s was shown as examples, "+
				"expected such people in training parts alone: --split-column or --test gives the parts",
				text.Quote(shown[0].ID), g)
		}
		p := design.Predicted{Regressor: ExternalRegressor}
		for _, i := range split.Test {
			p.Ratings, p.Grades = append(p.Ratings, line(x[i])), append(p.Grades, people[i].External[string(g)])
		}
		return []design.Predicted{p}, nil
	}, nil
}

// Calibrate returns the line of [Judge], from mean grades x to ratings y of respondents, without
// those of whom one is NaN.
func Calibrate(x, y []float64) func(float64) float64 {
	var dx, dy []float64
	sum := 0.0 // of dy
	for i := range x {
		if !math.IsNaN(x[i] + y[i]) {
			dx, dy, sum = append(dx, x[i]), append(dy, y[i]-x[i]), sum+(y[i]-x[i])
		}
	}
	mean, shift := 0.5, sum/float64(len(dx)+1)
	if len(dx) > 0 {
		mean = regress.Mean(dx)
	}
	product, squares := 0.0, 0.25
	for i, v := range dx {
		product += (v - mean) * (dy[i] - shift)
		squares += (v - mean) * (v - mean)
	}
	return func(v float64) float64 {
		if math.IsNaN(v) {
			v = mean
		}
		return v + shift + product/squares*(v-mean)
	}
}
