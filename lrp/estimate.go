package lrp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/regress"
)

// Estimate is how well a model's predictions may be expected to meet the ratings of other respondents: how well the same approach
// met those of respondents that it had not seen.
type Estimate struct {
	// Method is "leave-one-out", "K-fold cross-validation" or, for many respondents, "held-out fifth".
	Method   string  `json:"method"`
	RMSE     float64 `json:"rmse"`     // root mean squared error over all respondents that were predicted
	MAE      float64 `json:"mae"`      // mean absolute error, averaged over the folds
	Baseline float64 `json:"baseline"` // the RMSE of the constant best guess
	// Half is half the width of an interval about a prediction that holds the rating with a probability of [IntervalLevel]: the
	// ⌈(n+1)·level⌉-th smallest of the n errors; 0 where n is too small for one.
	Half float64 `json:"half,omitempty"`
}

const (
	// fewestFolded is the number of respondents from which on they are put into folds; fewer are left out one by one.
	fewestFolded = 20
	// fewestEstimated is the number of respondents below which there is no estimate.
	fewestEstimated = 5
	// mostFolded is the number of respondents up to which all of them are predicted.
	mostFolded = 2000
)

// estimate evaluates the approach on the rated respondents; nil where they are too few.
func (o *TrainOptions) estimate(ctx context.Context, ds *datasets.Dataset, a Approach) (*Estimate, error) {
	n := len(ds.Respondents)
	if o.Folds < 0 || n < fewestEstimated {
		return nil, nil
	}
	k := o.Folds
	if k == 0 {
		k = 5
	}
	options := Options{
		Trials: 1, Seed: o.Seed, Folds: min(k, n), Analyzer: o.Analyzer, Workers: o.Workers, Progress: o.Progress,
		Approaches: []Approach{{Name: constantName, Control: constantBestGuess}}, Regressors: []regress.Regressor{o.Regressor},
	}
	if a.Name != constantName {
		options.Approaches = append(options.Approaches, a)
	}
	method, evaluate := fmt.Sprintf("%d-fold cross-validation", options.Folds), CrossValidate
	switch {
	case n > mostFolded:
		method, evaluate = "held-out fifth", Evaluate
	case n < fewestFolded:
		method, evaluate = "leave-one-out", LeaveOneOut
	}
	report, err := evaluate(ctx, []*datasets.Dataset{ds}, options)
	if err != nil {
		return nil, err
	}
	results := report.Datasets[0].Results
	r := results[len(results)-1]
	e := &Estimate{Method: method, RMSE: r.pooled(), MAE: r.MAEMean, Baseline: results[0].pooled()}
	if n := len(r.SquaredErrors); n > 0 {
		sorted := slices.Sorted(slices.Values(r.SquaredErrors))
		if k := int(math.Ceil(float64(n+1) * IntervalLevel)); k <= n {
			e.Half = math.Sqrt(sorted[k-1])
		}
	}
	return e, nil
}

// pooled is the error over all respondents that were predicted.
func (r *Result) pooled() float64 {
	if r.SquaredErrors != nil {
		return r.RMSEPooled
	}
	return r.RMSEMean
}
