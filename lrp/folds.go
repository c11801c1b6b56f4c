package lrp

import (
	"context"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/stats"
)

// CrossValidate partitions the respondents at random into o.Folds parts of equal size but for one
// respondent, predicts each part from all others, and repeats this o.Trials times (0 means 10) with other
// partitions. All approaches see the same ones. A result's RMSEMean, RMSESD and interval are over the folds; RMSEPooled is
// over the respondents, each of whom is predicted once a repetition.
//
//	R. R. Bouckaert and E. Frank. Evaluating the Replicability of Significance Tests for
//	Comparing Learning Algorithms. PAKDD 2004.
func CrossValidate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	if o.Folds == 0 {
		o.Folds = 10
	}
	if o.Trials == 0 {
		o.Trials = 10
	}
	return evaluateFolds(ctx, sets, o, "cross-validation", func(*datasets.Dataset) int { return o.Folds })
}

// LeaveOneOut predicts every respondent from all others. The error of a single respondent is no RMSE, so that a
// result's RMSEMean is that over all respondents, its interval is by the jackknife over them ([stats.PooledInterval]), and
// RMSESD is undefined. Nothing is random but RAN, and there is one trial; o.Trials, o.TrainFraction and o.Folds are ignored.
func LeaveOneOut(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	o.Trials = 1
	return evaluateFolds(ctx, sets, o, "leave-one-out", func(ds *datasets.Dataset) int { return len(ds.Respondents) })
}

func evaluateFolds(ctx context.Context, sets []*datasets.Dataset, o Options, protocol string, folds func(*datasets.Dataset) int) (*Report, error) {
	o = o.WithDefaults()
	o.TrainFraction = 0
	fits := func(ds *datasets.Dataset) int { return o.Trials * folds(ds) }
	return evaluateSets(ctx, sets, o, protocol, fits, func(ctx context.Context, ds *datasets.Dataset, o Options) (*DatasetReport, error) {
		return evaluatePartitions(ctx, ds, o, folds(ds))
	})
}

// evaluatePartitions evaluates one data set on o.Trials partitions into k test parts.
func evaluatePartitions(ctx context.Context, ds *datasets.Dataset, o Options, k int) (*DatasetReport, error) {
	n := len(ds.Respondents)
	partitions := make([]datasets.Partition, o.Trials)
	for i := range partitions {
		var err error
		if partitions[i], err = datasets.Folds(n, k, o.Seed, i); err != nil {
			return nil, err
		}
	}
	largest := (n + k - 1) / k
	report := Describe(ds, n-largest, largest)
	report.Folds = k
	x, err := newExperiment(ctx, ds, o)
	if err != nil {
		return nil, err
	}
	x.pooled = true
	x.heldOut = newHeldOutSums(n)
	folds, err := fits(ctx, o, o.Trials*k, func(i int) ([]Outcome, error) {
		return x.trial(o.Seed, i, partitions[i/k].Split(i%k))
	})
	if err != nil {
		return nil, err
	}
	for a := range folds[0] {
		of := column(folds, a)
		r := summarise(of, report.Train, report.Test)
		pool(&r, of, partitions, x.corpus.ratings)
		report.Results = append(report.Results, r)
		report.warn(of, "fold")
	}
	x.describe(report, ds, o)
	return report, report.judgesOnFolds(ctx, o, ds, partitions)
}

// judgesOnFolds compares the judges on what the results are over: folds, or everyone at once.
func (r *DatasetReport) judgesOnFolds(ctx context.Context, o Options, ds *datasets.Dataset, partitions []datasets.Partition) error {
	var parts [][]int
	for _, p := range partitions {
		if r.LeaveOneOut() {
			parts = append(parts, slices.Concat(p...))
		} else {
			parts = append(parts, p...)
		}
	}
	o.Trials = len(parts)
	return r.CompareJudges(ctx, o, ds, func(i int) []int { return parts[i] })
}

// pool adds to a result what is over all respondents, and with folds of one respondent replaces by it what is over
// folds.
func pool(r *Result, folds []Outcome, partitions []datasets.Partition, ratings []float64) {
	n, repetitions := len(ratings), float64(len(partitions))
	alone := len(partitions[0]) == n
	r.SquaredErrors = make([]float64, n)
	var scores []Score
	for _, p := range partitions {
		predicted := make([]float64, n)
		for i, test := range p {
			for j, respondent := range test {
				predicted[respondent] = folds[i].predicted[j]
				e := predicted[respondent] - ratings[respondent]
				r.SquaredErrors[respondent] += e * e / repetitions
			}
		}
		folds = folds[len(p):]
		if alone {
			scores = append(scores, leftOut(predicted, ratings))
		}
	}
	mean, _ := stats.MeanSD(r.SquaredErrors)
	r.RMSEPooled = math.Sqrt(mean)
	if !alone {
		return
	}
	var mae, correlations []float64
	r.RMSE = nil
	for _, s := range scores {
		r.RMSE = append(r.RMSE, s.RMSE)
		mae = append(mae, s.MAE)
		if defined(s.Pearson) {
			correlations = append(correlations, s.Pearson)
		}
	}
	r.RMSEMean, r.RMSESD = r.RMSEPooled, math.NaN()
	r.RMSECI95[0], r.RMSECI95[1] = stats.PooledInterval(r.SquaredErrors)
	r.MAEMean, _ = stats.MeanSD(mae)
	r.PearsonMean, _ = stats.MeanSD(correlations)
}

// leftOut scores predictions of each respondent from all others. The mean of the others falls as the respondent's own
// rating rises: to guess it is to correlate by -1, which says nothing. Like that of a constant, such a correlation is
// undefined.
func leftOut(predicted, ratings []float64) Score {
	score := NewScore(predicted, ratings)
	sum := 0.0
	for _, y := range ratings {
		sum += y
	}
	for i, y := range ratings {
		if mean := (sum - y) / float64(len(ratings)-1); !(math.Abs(predicted[i]-mean) < 1e-9) {
			return score
		}
	}
	score.Pearson = math.NaN()
	return score
}
