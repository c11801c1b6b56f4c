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
	Regressor string // "none" for the controls
	Score     Score
	Columns   int     // of the training part's design
	Warnings  []error // from the fit
}

// Run calls trial for each of o.Trials trials, on o.Workers goroutines, and fills in r's results
// and warnings. Every trial must list the same approaches and regressors in the same order. The
// results depend on what each trial returns alone, not on the order in which they end.
func (r *DatasetReport) Run(ctx context.Context, o Options, trial func(i int) ([]Outcome, error)) error {
	trials := make([][]Outcome, o.Trials)
	done := 0
	err := parallel(ctx, o.Workers, o.Trials, func(i int) error {
		var err error
		trials[i], err = trial(i)
		return err
	}, func() {
		done++
		if o.Progress != nil {
			o.Progress(done, o.Trials)
		}
	})
	if err != nil {
		return err
	}
	for k := range trials[0] {
		of := make([]Outcome, len(trials))
		for i, t := range trials {
			of[i] = t[k]
		}
		r.Results = append(r.Results, summarise(of, r.Train, r.Test))
		if w := warning(of); w != "" {
			r.Warnings = append(r.Warnings, w)
		}
	}
	return nil
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
	return r
}

// warning sums up what the fits warned of in all trials, "" where they did not.
func warning(trials []Outcome) string {
	var texts []string
	for _, t := range trials {
		for _, w := range t.Warnings {
			texts = append(texts, w.Error())
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s with %s: %d warnings in %d trials, such as: %s",
		trials[0].Approach, trials[0].Regressor, len(texts), len(trials), slices.Min(texts))
}
