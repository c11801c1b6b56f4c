package lrp

import (
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/lrp/stats"
)

// Outcome is what one trial says of one approach with one regressor.
type Outcome struct {
	Approach  string
	Regressor string  // "none" for the controls
	Score     Score   // of the test part
	Columns   int     // of the training part's design
	Warnings  []error // from the fit
	// predicted are the clipped predictions of the test part, where a protocol pools them.
	predicted []float64
	// learned is what a learner told beside the ratings; nil for others.
	learned *learned
}

// Run calls trial for each of o.Trials trials, on o.Workers goroutines, and fills in r's results
// and warnings. Every trial must list the same approaches and regressors in the same order. The
// results depend on what each trial returns alone, not on the order in which they end.
func (r *DatasetReport) Run(ctx context.Context, o Options, trial func(i int) ([]Outcome, error)) error {
	trials, err := fits(ctx, o, o.Trials, trial)
	if err != nil {
		return err
	}
	for k := range trials[0] {
		of := column(trials, k)
		r.Results = append(r.Results, summarise(of, r.Train, r.Test))
		r.warn(of, "trial")
	}
	return nil
}

// fits calls fit(0) … fit(n-1) on o.Workers goroutines and returns what they return.
func fits(ctx context.Context, o Options, n int, fit func(i int) ([]Outcome, error)) ([][]Outcome, error) {
	outcomes := make([][]Outcome, n)
	done := 0
	err := parallel(ctx, o.Workers, n, func(i int) error {
		var err error
		outcomes[i], err = fit(i)
		return err
	}, func() {
		done++
		if o.Progress != nil {
			o.Progress(done, n)
		}
	})
	return outcomes, err
}

// column returns what each fit says of approach k.
func column(fits [][]Outcome, k int) []Outcome {
	of := make([]Outcome, len(fits))
	for i, f := range fits {
		of[i] = f[k]
	}
	return of
}

// summarise makes one result of an approach's outcomes in all trials.
func summarise(trials []Outcome, nTrain, nTest int) Result {
	r := Result{Approach: trials[0].Approach, Regressor: trials[0].Regressor}
	var mae, correlations, columns []float64
	for _, t := range trials {
		r.RMSE = append(r.RMSE, t.Score.RMSE)
		mae = append(mae, t.Score.MAE)
		columns = append(columns, float64(t.Columns))
		if defined(t.Score.Pearson) {
			correlations = append(correlations, t.Score.Pearson)
		}
	}
	r.RMSEMean, r.RMSESD = stats.MeanSD(r.RMSE)
	r.RMSECI95[0], r.RMSECI95[1] = stats.CorrectedInterval(r.RMSE, nTrain, nTest)
	r.MAEMean, _ = stats.MeanSD(mae)
	r.PearsonMean, _ = stats.MeanSD(correlations)
	r.ColumnsMean, _ = stats.MeanSD(columns)
	r.summariseLearned(trials)
	return r
}

// warn sums up what the fits of an approach warned of, if they did. A fit is called what, such as "trial".
func (r *DatasetReport) warn(fits []Outcome, what string) {
	var texts []string
	for _, f := range fits {
		for _, w := range f.Warnings {
			texts = append(texts, w.Error())
		}
	}
	if len(texts) > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s with %s: %d warnings in %d %ss, such as: %s",
			fits[0].Approach, fits[0].Regressor, len(texts), len(fits), what, slices.Min(texts)))
	}
}
