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
// ratings: the error of the same approach on held-out respondents of the training set.
type ExpectedError struct {
	// Method is "leave-one-out", "K-fold cross-validation" or, for many respondents, "held-out
	// fifth" or, if that would be more than 40,000 of them, "held-out 40,000".
	Method   string  `json:"method"`
	RMSE     float64 `json:"rmse"`     // root mean squared error over all predicted respondents
	MAE      float64 `json:"mae"`      // mean absolute error, averaged over the folds
	Baseline float64 `json:"baseline"` // the RMSE of the constant best guess
	// Half is half the width of an interval about a prediction that holds the rating with a
	// probability of [approach.IntervalLevel]: the ⌈(n+1)·level⌉-th smallest of the n absolute
	// errors; 0 if n is too small for one.
	Half float64 `json:"half,omitempty"`
}

const (
	// minFolded is the smallest number of respondents that are put into folds; fewer are left out
	// one by one.
	minFolded = 20
	// minEstimated is the smallest number of respondents for which there is an estimate.
	minEstimated = 5
	// maxFolded is the largest number of respondents that are put into folds.
	maxFolded = 2000
	// maxHeldOut bounds the respondents who are held out. Of 40,000 errors the root mean square is
	// known to about 1%, and predicting many more takes longer than fitting.
	maxHeldOut = 40_000
	// defaultFolds is the number of folds unless another is asked for.
	defaultFolds = 5
)

// estimate estimates the error of the approach on the rated respondents; nil if they are too few.
func (o *TrainOptions) estimate(
	ctx context.Context, ds *datasets.Dataset, a Approach,
) (*ExpectedError, error) {
	n := len(ds.Respondents)
	if o.Folds < 0 || n < minEstimated {
		return nil, nil
	}
	folds := o.Folds
	if folds == 0 {
		folds = defaultFolds
	}
	baseline, err := approach.Select(approach.All(), "CBG")
	if err != nil {
		return nil, err
	}
	options := Options{
		Trials: 1, Seed: o.Seed, Folds: min(folds, n), Analyzer: o.Analyzer,
		Approaches: baseline, Regressors: []regress.Regressor{o.Regressor},
		Workers: o.Workers, Progress: o.Progress, Strangers: true,
	}
	if a.Name != baseline[0].Name {
		options.Approaches = append(options.Approaches, a)
	}
	method, evaluate := fmt.Sprintf("%d-fold cross-validation", options.Folds), CrossValidate
	switch {
	case n > 5*maxHeldOut:
		method, evaluate = "held-out 40,000", Evaluate
		options.TrainFraction = 1 - maxHeldOut/float64(n)
	case n > maxFolded:
		method, evaluate = "held-out fifth", Evaluate
	case n < minFolded:
		method, evaluate = "leave-one-out", LeaveOneOut
	}
	report, err := evaluate(ctx, []*datasets.Dataset{ds}, options)
	if err != nil {
		return nil, err
	}
	r, err := resultOf(report, a.Name)
	if err != nil {
		return nil, err
	}
	constant, err := resultOf(report, baseline[0].Name)
	if err != nil {
		return nil, err
	}
	e := &ExpectedError{
		Method: method, RMSE: overallRMSE(r), MAE: r.MAEMean, Baseline: overallRMSE(constant),
	}
	if n := len(r.SquaredErrors); n > 0 {
		sorted := slices.Sorted(slices.Values(r.SquaredErrors))
		if k := int(math.Ceil(float64(n+1) * approach.IntervalLevel)); k <= n {
			e.Half = math.Sqrt(sorted[k-1])
		}
	}
	return e, nil
}

// overallRMSE is the error over all respondents that were predicted.
func overallRMSE(r *experiment.Result) float64 {
	if r.SquaredErrors != nil {
		return r.RMSEPooled
	}
	return r.RMSEMean
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

// resultOf returns the result of an approach on the report's only data set.
func resultOf(report *Report, name string) (*experiment.Result, error) {
	for i := range report.Datasets[0].Results {
		if r := &report.Datasets[0].Results[i]; r.Approach == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("the evaluation has no result of %s", name)
}
