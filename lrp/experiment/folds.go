package experiment

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/stats"
)

// CrossValidate partitions the respondents at random into o.Folds parts, equal in size up to one
// respondent, predicts each part from all others, and repeats this o.Trials times with other
// partitions. All approaches see the same partitions. RMSEMean, RMSESD and the interval of a result
// are over the folds; RMSEPooled is over the respondents, each of whom is predicted once in each
// repetition. With fewer than eight groups ([Options].Groups), or fewer different folds than are
// asked for, each group is one fold, once.
//
//	R. R. Bouckaert and E. Frank. Evaluating the Replicability of Significance Tests for
//	Comparing Learning Algorithms. PAKDD 2004.
func CrossValidate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	o.Folds = cmp.Or(o.Folds, 10)
	o.Trials = cmp.Or(o.Trials, 10)
	return evaluateFolds(ctx, sets, o, "cross-validation", func(ds *datasets.Dataset) (int, int) {
		return o.divide(ds, 1/float64(o.Folds), o.Folds, o.Trials)
	})
}

// LeaveOneOut predicts every respondent from all others. As the error of a single respondent is no
// RMSE, RMSEMean is over all respondents, its interval is by the jackknife over them
// ([stats.PooledInterval]), and RMSESD is undefined. Nothing but RAN is random, and there is one
// trial; o.Trials, o.TrainFraction and o.Folds are ignored.
//
// With o.Groups it predicts every group from all others. The results are then those of a
// cross-validation with the groups as its folds.
func LeaveOneOut(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	o.Trials = 1
	return evaluateFolds(ctx, sets, o, "leave-one-out", func(ds *datasets.Dataset) (int, int) {
		return o.divide(ds, 1, len(ds.Respondents), 1)
	})
}

func evaluateFolds(ctx context.Context, sets []*datasets.Dataset, o Options, name string,
	divide func(*datasets.Dataset) (folds, repetitions int)) (*Report, error) {
	o = o.withDefaults()
	o.TrainFraction = 0
	return evaluate(ctx, sets, o, protocol{name, divide, evaluatePartitions})
}

// evaluatePartitions evaluates one data set on o.Trials partitions into o.Folds test parts.
func evaluatePartitions(
	ctx context.Context, ds *datasets.Dataset, o Options,
) (*DatasetReport, error) {
	k := o.Folds
	n, test := len(ds.Respondents), 0
	partitions := make([]datasets.Partition, o.Trials)
	u, err := o.unitsOf(ds)
	for i := range partitions {
		if err == nil {
			partitions[i], err = datasets.Folds(n, k, o.Seed, i)
		}
		if u != nil && err == nil {
			partitions[i] = u.folds(partitions[i], i)
		}
		if err != nil {
			return nil, err
		}
		test = max(test, meanSize(partitions[i]))
	}
	split := func(i int) datasets.Split { return partitions[i/k].Split(i % k) }
	if err := o.tell(ds, o.Trials*k, split); err != nil {
		return nil, err
	}
	r, report, err := o.begin(ctx, ds, n-test, test, u)
	if err != nil {
		return nil, err
	}
	report.Folds = k
	folds, err := runAll(ctx, o, o.Trials*k, func(i int) ([]outcome, error) {
		return r.run(ctx, i, split(i), o)
	})
	if err != nil {
		return nil, err
	}
	for a := range folds[0] {
		report.add(column(folds, a), o, partitions, "fold")
	}
	parts := judgedParts(partitions, report.leaveOneOut())
	return report, r.complete(ctx, report, o, len(parts), func(i int) []int { return parts[i] })
}

// judgedParts are the test parts on which judges are compared: folds as results are, or everyone at
// once for folds of one respondent.
func judgedParts(partitions []datasets.Partition, leaveOneOut bool) [][]int {
	var parts [][]int
	for _, p := range partitions {
		if leaveOneOut {
			parts = append(parts, slices.Concat(p...))
		} else {
			parts = append(parts, p...)
		}
	}
	return parts
}

// pool adds to a result what is over all respondents in the test parts. If each of them was
// predicted once, from all others or in a single test part, that replaces what is over trials or
// folds.
func (r *Result) pool(folds []outcome, partitions []datasets.Partition, ratings []float64) {
	leaveOneOut, given := len(partitions[0]) == len(ratings), len(partitions[0]) == 1
	squares, tested := make([]float64, len(ratings)), make([]bool, len(ratings))
	var scores []score
	for _, p := range partitions {
		predicted := make([]float64, len(ratings))
		for i, test := range p {
			for j, respondent := range test {
				predicted[respondent] = folds[i].Ratings[j]
				e := predicted[respondent] - ratings[respondent]
				squares[respondent] += e * e / float64(len(partitions))
				tested[respondent] = true
			}
		}
		folds = folds[len(p):]
		if leaveOneOut {
			scores = append(scores, leaveOneOutScore(predicted, ratings))
		}
	}
	r.SquaredErrors = nil
	for i, ok := range tested {
		if ok {
			r.SquaredErrors = append(r.SquaredErrors, squares[i])
		}
	}
	mean, _ := stats.MeanSD(r.SquaredErrors)
	r.RMSEPooled = math.Sqrt(mean)
	if leaveOneOut {
		r.setScores(scores)
	}
	if leaveOneOut || given {
		r.RMSEMean, r.RMSESD = r.RMSEPooled, math.NaN()
		r.RMSECI95[0], r.RMSECI95[1] = stats.PooledInterval(r.SquaredErrors)
		r.RMSECI95[0] = max(r.RMSECI95[0], 0)
	}
}

// leaveOneOutScore scores predictions of each respondent from all others. The mean of the others
// falls as the respondent's own rating rises, so that to predict it is to correlate by -1, which
// says nothing. It is correlated as a constant, so that correlations are undefined.
func leaveOneOutScore(predicted, ratings []float64) score {
	sum := 0.0
	for _, y := range ratings {
		sum += y
	}
	for i, y := range ratings {
		mean := (sum - y) / float64(len(ratings)-1)
		if !(math.Abs(predicted[i]-mean) < 1e-9) {
			return newScore(predicted, ratings)
		}
	}
	return newScoreOf(predicted, make([]float64, len(ratings)), ratings)
}
