package lrp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Test compares the model's predictions with the ratings of a data set, whose questions are the
// model's, found by their identifiers or texts ([datasets.Join]). Respondents without a rating are
// left out. The report is that of one given split, with the model's training set as the training
// part and the data set as the test part. CBG is the mean rating of the training part. Ratings are
// on the model's scale.
func (m *Model) Test(ctx context.Context, ds *datasets.Dataset) (*Report, error) {
	const part = "test set"
	joined, err := datasets.Join(m.training, ds, part)
	if err != nil {
		return nil, err
	}
	tested := *joined
	tested.Name, tested.Synthetic = ds.Name, ds.Synthetic
	tested.Respondents = slices.DeleteFunc(joined.Respondents, func(r datasets.Respondent) bool {
		return r.Attributes[part] != "test" || !r.Rated()
	})
	if len(tested.Respondents) == 0 {
		return nil, fmt.Errorf("%s: found nobody with a rating, expected ratings to compare with", ds.Name)
	}
	var known []float64
	for i := range m.training.Respondents {
		if r := &m.training.Respondents[i]; r.Rated() {
			known = append(known, r.Rating)
		}
	}
	own := experiment.Scored{Approach: m.info.Approach, Regressor: m.info.Regressor}
	for _, r := range tested.Respondents {
		p, err := m.Predict(r.Responses)
		if err != nil {
			return nil, err
		}
		own.Ratings = append(own.Ratings, p.Rating)
		if !math.IsNaN(p.Interval[0]) {
			own.Intervals = append(own.Intervals, p.Interval)
		}
	}
	return experiment.Score(ctx, &tested, known, own)
}
