package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// outcome is one approach with one regressor in one trial. The exported fields are what parts of an
// experiment keep.
type outcome struct {
	Approach string
	design.Predicted
	Test    []int // respondents of the test part
	Score   score
	Points  *PointsAgreement // nil if the ratings are not points
	Learned *learned         // what a learner says besides the ratings; nil for others
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
		var partitions []datasets.Partition
		if r.Given {
			partitions = []datasets.Partition{{outcomes[0].Test}}
		}
		r.add(outcomes, o, partitions, "trial")
	}
	return nil
}

// add adds the result of an approach, pooled over partitions if there are any, and its warnings.
func (r *DatasetReport) add(
	outcomes []outcome, o Options, partitions []datasets.Partition, unit string,
) {
	result := summarise(outcomes, r.Train, r.Test)
	if r.fewGroups() {
		result.RMSECI95 = [2]float64{math.NaN(), math.NaN()}
	}
	result.HeldOut = newHeldOut(outcomes, r.Ratings)
	if partitions != nil {
		result.pool(outcomes, partitions, r.Ratings)
	}
	if result.Grades != nil {
		result.Grades.name(r.Data.Questions)
	}
	if o.Predictions {
		result.keep(outcomes)
	} else {
		result.Graded = nil
	}
	r.leaveOutTwins(&result, outcomes, o.twins)
	r.Results = append(r.Results, result)
	r.Warnings = append(r.Warnings, warnings(outcomes, unit)...)
}

// runAll calls fit(0) … fit(n-1) on o.Workers goroutines and returns their results.
func runAll(
	ctx context.Context, o Options, n int, fit func(i int) ([]outcome, error),
) ([][]outcome, error) {
	if o.Part != nil {
		return runPart(ctx, o, n, fit)
	}
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

// column returns element k, such as an outcome, of each trial.
func column[T any](trials [][]T, k int) []T {
	return numbers.Map(trials, func(t []T) T { return t[k] })
}

// warnings sums up in one sentence what the fits of an approach warned of, if they did. A fit is
// called unit, such as "trial".
func warnings(fits []outcome, unit string) []string {
	var texts []string
	for _, f := range fits {
		texts = append(texts, f.Warnings...)
	}
	if len(texts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s with %s: %d warnings in %d %ss, such as: %s",
		fits[0].Approach, fits[0].Regressor, len(texts), len(fits), unit, slices.Min(texts))}
}
