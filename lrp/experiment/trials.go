package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/stats"
)

// outcome is one approach with one regressor in one trial.
type outcome struct {
	approach  string
	regressor string       // "none" for the controls
	test      []int        // respondents of the test part
	predicted []float64    // their ratings; nil once they are scored and not to be kept
	intervals [][2]float64 // of a learner's predictions; nil for others
	score     score
	points    *PointsAgreement // nil if the ratings are not whole points
	columns   int              // with an entry in the training part
	warnings  []error          // from the fit
	learned   *learned         // what a learner says besides the ratings; nil for others
}

// runTrials calls trial for each of o.Trials trials, on o.Workers goroutines, and adds results and
// warnings. Every trial must have the same approaches and regressors in the same order. Results
// depend only on what each trial returns, not on the order in which the trials end.
func (r *DatasetReport) runTrials(
	ctx context.Context, o Options, trial func(i int) ([]outcome, error),
) error {
	trials, err := runAll(ctx, o, o.Trials, trial)
	if err != nil {
		return err
	}
	for k := range trials[0] {
		outcomes := column(trials, k)
		result := summarise(outcomes, r.Train, r.Test)
		if r.Given {
			result.pool(outcomes[:1], []datasets.Partition{{outcomes[0].test}}, r.Ratings)
		}
		if o.Predictions {
			result.keep(outcomes)
		}
		r.Results = append(r.Results, result)
		r.Warnings = append(r.Warnings, warnings(outcomes, "trial")...)
	}
	return nil
}

// runAll calls fit(0) … fit(n-1) on o.Workers goroutines and returns their results.
func runAll(
	ctx context.Context, o Options, n int, fit func(i int) ([]outcome, error),
) ([][]outcome, error) {
	outcomes := make([][]outcome, n)
	done := 0
	err := parallel.Do(ctx, o.Workers, n, func(i int) error {
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

// column returns outcome k of each trial.
func column(trials [][]outcome, k int) []outcome {
	outcomes := make([]outcome, len(trials))
	for i, t := range trials {
		outcomes[i] = t[k]
	}
	return outcomes
}

// summarise makes one result of an approach's outcomes in all trials.
func summarise(trials []outcome, nTrain, nTest int) Result {
	r := Result{Approach: trials[0].approach, Regressor: trials[0].regressor}
	var scores []score
	var columns []float64
	for _, t := range trials {
		scores = append(scores, t.score)
		columns = append(columns, float64(t.columns))
	}
	r.setScores(scores)
	r.RMSEMean, r.RMSESD = stats.MeanSD(r.RMSE)
	r.RMSECI95[0], r.RMSECI95[1] = stats.CorrectedEstimate(r.RMSE, nTrain, nTest).Interval()
	r.RMSECI95[0] = max(r.RMSECI95[0], 0) // NaN if it is
	r.ColumnsMean, _ = stats.MeanSD(columns)
	r.Coverage, r.Grades = summariseLearned(trials)
	r.Points = meanPoints(trials)
	return r
}

// keep keeps the predictions of all trials, if they are still there.
func (r *Result) keep(trials []outcome) {
	for i, t := range trials {
		for k, y := range t.predicted {
			p := Prediction{i, t.test[k], y, [2]float64{math.NaN(), math.NaN()}}
			if t.intervals != nil {
				p.Interval = t.intervals[k]
			}
			r.Predictions = append(r.Predictions, p)
		}
	}
}

// setScores sets what is a mean over scores, and RMSE to their list.
func (r *Result) setScores(scores []score) {
	r.RMSE = nil
	var mae []float64
	for _, s := range scores {
		r.RMSE = append(r.RMSE, s.RMSE)
		mae = append(mae, s.MAE)
	}
	r.MAEMean, _ = stats.MeanSD(mae)
	r.PearsonMean = meanDefined(scores, func(s score) float64 { return s.Pearson })
}

// warnings sums up in one sentence what the fits of an approach warned of, if they did. A fit is
// called unit, such as "trial".
func warnings(fits []outcome, unit string) []string {
	var texts []string
	for _, f := range fits {
		for _, w := range f.warnings {
			texts = append(texts, w.Error())
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s with %s: %d warnings in %d %ss, such as: %s",
		fits[0].approach, fits[0].regressor, len(texts), len(fits), unit, slices.Min(texts))}
}
