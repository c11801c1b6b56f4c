package lrp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// ExpectedError estimates how far a model's predictions of other respondents are from their
// ratings: the error of the same approach on held-out respondents of the training set
// ([experiment.MeasureTrust]).
type ExpectedError struct {
	// Method is "leave-one-out", "K-fold cross-validation" or, for many respondents, "held-out
	// fifth" or, if that would be more than 40,000 of them, "held-out 40,000".
	Method   string  `json:"method"`
	RMSE     float64 `json:"rmse"`     // root mean squared error over all predicted respondents
	MAE      float64 `json:"mae"`      // mean absolute error over all predicted respondents
	Baseline float64 `json:"baseline"` // the RMSE of the constant best guess
	// Half is half the width of an interval about a prediction that holds the rating with a
	// probability of [approach.IntervalLevel]: the ⌈(n+1)·level⌉-th smallest of the n absolute
	// errors; 0 if n is too small for one.
	Half float64 `json:"half,omitempty"`
}

// estimate estimates the error of the approach on a data set; nil if too few are rated.
func (o *TrainOptions) estimate(
	ctx context.Context, ds *datasets.Dataset, a Approach,
) (*ExpectedError, error) {
	if o.Folds < 0 {
		return nil, nil
	}
	t, err := experiment.MeasureTrust(ctx, ds, a, experiment.Options{
		Seed: o.Seed, Folds: o.Folds, Analyzer: o.Analyzer,
		Regressors: []regress.Regressor{o.Regressor}, Workers: o.Workers, Progress: o.Progress,
	})
	if err != nil || t.Method == "" {
		return nil, err
	}
	var errors []float64
	for _, p := range t.Predictions {
		errors = append(errors, math.Abs(p.Rating-ds.Respondents[p.Respondent].Rating))
	}
	slices.Sort(errors)
	e := &ExpectedError{Method: t.Method, RMSE: t.RMSE, MAE: t.MAE, Baseline: t.GuessRMSE}
	if k := int(math.Ceil(float64(len(errors)+1) * approach.IntervalLevel)); k <= len(errors) {
		e.Half = errors[k-1]
	}
	return e, nil
}

// check reports values that no estimate can have.
func (e *ExpectedError) check() error {
	if e == nil {
		return nil
	}
	for _, v := range []float64{e.RMSE, e.MAE, e.Baseline, e.Half} {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("found an error of %v in the estimate, expected 0 to 1", v)
		}
	}
	return nil
}
