package experiment_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

func few(t testing.TB, names ...string) []approach.Approach {
	t.Helper()
	list, err := approach.Select(approach.All(), names...)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCrossValidate compares cross-validation with a direct computation: every fold is fitted
// separately, and all errors are collected in one list.
func TestCrossValidate(t *testing.T) {
	const k, repetitions, seed = 4, 2, 3
	ds := samples(t)[1]
	o := experiment.Options{
		Folds:      k,
		Trials:     repetitions,
		Seed:       seed,
		Approaches: few(t, "RAN", "CBG", "FWO", "BOW", "NNO"),
		Regressors: []regress.Regressor{regress.OLS{}},
	}
	r, err := experiment.CrossValidate(context.Background(), []*datasets.Dataset{ds}, o)
	if err != nil {
		t.Fatal(err)
	}
	n := len(ds.Respondents)
	if d := r.Datasets[0]; d.Folds != k || d.Test != (n+k-1)/k || d.Train != n-d.Test ||
		r.Protocol != "cross-validation" ||
		r.TrainFraction != 0 {
		t.Errorf(
			"%d folds of %d and %d respondents, protocol %s, training fraction %v", d.Folds,
			d.Train, d.Test, r.Protocol, r.TrainFraction,
		)
	}
	for _, a := range few(t, "FWO", "BOW", "NNO") {
		got := result(t, r, a.Name, "ols")
		squares := make([]float64, n)
		var folds []float64
		for repetition := range repetitions {
			p, err := datasets.Folds(n, k, seed, repetition)
			if err != nil {
				t.Fatal(err)
			}
			for i := range k {
				predicted, d := plain(t, ds, a, p.Split(i))
				folds = append(folds, experiment.NewScore(predicted, d.TestY).RMSE)
				for j, respondent := range p[i] {
					squares[respondent] += math.Pow(predicted[j]-d.TestY[j], 2) / repetitions
				}
			}
		}
		near := cmpopts.EquateApprox(0, 1e-9)
		if d := cmp.Diff(folds, got.RMSE, near); d != "" {
			t.Errorf("%s: errors of the folds (-plain +got):\n%s", a.Name, d)
		}
		if d := cmp.Diff(squares, got.SquaredErrors, near); d != "" {
			t.Errorf("%s: squared errors (-plain +got):\n%s", a.Name, d)
		}
		if want := root(squares); math.Abs(got.RMSEPooled-want) > 1e-9 {
			t.Errorf("%s: pooled %v, expected %v", a.Name, got.RMSEPooled, want)
		}
		if !(got.RMSECI95[0] < got.RMSEMean && got.RMSEMean < got.RMSECI95[1]) ||
			!(got.RMSESD > 0) {
			t.Errorf("%s: %+v", a.Name, got)
		}
	}
}

// plain predicts a split's test part without sharing any work.
func plain(
	t *testing.T, ds *datasets.Dataset, a approach.Approach, split datasets.Split,
) ([]float64, *experiment.Design) {
	t.Helper()
	d, err := experiment.NewDesign(ds, text.English, a, split)
	if err != nil {
		t.Fatal(err)
	}
	m, err := regress.OLS{}.Fit(regress.Problem{X: d.Train, Y: d.TrainY})
	if err != nil {
		t.Fatal(err)
	}
	return experiment.Clip(m.Predict(d.Test)), d
}

func root(squares []float64) float64 {
	sum := 0.0
	for _, s := range squares {
		sum += s
	}
	return math.Sqrt(sum / float64(len(squares)))
}

func TestLeaveOneOut(t *testing.T) {
	ds := samples(t)[1]
	n := len(ds.Respondents)
	o := experiment.Options{
		Seed:       3,
		Trials:     50,
		Approaches: few(t, "RAN", "CBG", "FWO", "BOW"),
		Regressors: []regress.Regressor{regress.OLS{}, regress.Lasso{Alpha: 100}},
	}
	r, err := experiment.LeaveOneOut(context.Background(), []*datasets.Dataset{ds}, o)
	if err != nil {
		t.Fatal(err)
	}
	d := r.Datasets[0]
	if r.Trials != 1 || d.Folds != n || d.Train != n-1 || d.Test != 1 {
		t.Errorf(
			"%d trials of %d folds of %d and %d respondents", r.Trials, d.Folds, d.Train, d.Test,
		)
	}
	for _, a := range few(t, "FWO", "BOW") {
		var predicted, actual []float64
		for i := range n {
			split := datasets.Split{Test: []int{i}}
			for j := range n {
				if j != i {
					split.Train = append(split.Train, j)
				}
			}
			p, design := plain(t, ds, a, split)
			predicted, actual = append(predicted, p...), append(actual, design.TestY...)
		}
		want, got := experiment.NewScore(predicted, actual), result(t, r, a.Name, "ols")
		for what, pair := range map[string][2]float64{
			"RMSE": {want.RMSE, got.RMSEMean}, "pooled": {want.RMSE, got.RMSEPooled},
			"MAE": {want.MAEMean, got.MAEMean}, "r": {want.PearsonMean, got.PearsonMean},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%s: %s %v, expected %v", a.Name, what, pair[1], pair[0])
			}
		}
		if len(got.RMSE) != 1 || !math.IsNaN(got.RMSESD) ||
			!(got.RMSECI95[0] < got.RMSEMean && got.RMSEMean < got.RMSECI95[1]) {
			t.Errorf("%s: %+v", a.Name, got)
		}
	}
	// Predicting the mean of the others does not count as a correlation of -1. A Lasso without
	// features predicts that mean, too.
	for _, c := range [][2]string{{"CBG", "none"}, {"BOW", "lasso"}} {
		if p := result(t, r, c[0], c[1]).PearsonMean; !math.IsNaN(p) {
			t.Errorf("the correlation of %s is %v", c, p)
		}
	}
}

// TestEveryoneIsPredictedOnce checks which respondents a learner is trained on in each fold.
func TestEveryoneIsPredictedOnce(t *testing.T) {
	ds := *samples(t)[0]
	ds.Respondents = slices.Clone(ds.Respondents)
	n := len(ds.Respondents)
	for i := range ds.Respondents {
		ds.Respondents[i].Rating = float64(i) / 1000 // identifies the respondent
	}
	for _, k := range []int{2, 7, n} {
		tested := make([]int, n)
		approaches := []approach.Approach{{Name: "MEAN", Method: approach.Learning{Learner: meanLearner(func(t approach.Training) {
			for i := range tested {
				if !slices.Contains(t.Ratings, float64(i)/1000) {
					tested[i]++
				}
			}
		})}}}
		_, err := experiment.CrossValidate(
			context.Background(), []*datasets.Dataset{&ds},
			experiment.Options{Folds: k, Trials: 3, Workers: 1, Approaches: approaches},
		)
		if err != nil {
			t.Fatal(err)
		}
		for i, times := range tested {
			if times != 3 {
				t.Errorf(
					"%d folds: respondent %d was left out %d times in 3 repetitions", k, i, times,
				)
			}
		}
	}
}

//luna:race
func TestFoldsWorkersDoNotMatter(t *testing.T) {
	opts := cmp.Options{cmpopts.IgnoreFields(experiment.Report{}, "Seconds"), cmpopts.EquateNaNs()}
	type protocol = func(
		context.Context, []*datasets.Dataset, experiment.Options,
	) (*experiment.Report, error)
	for name, run := range map[string]protocol{
		"cross-validation": experiment.CrossValidate, "leave-one-out": experiment.LeaveOneOut,
	} {
		var reports []*experiment.Report
		for _, workers := range []int{1, 3} {
			fits := 0
			r, err := run(context.Background(), samples(t)[1:], experiment.Options{
				Seed: 2, Trials: 2, Folds: 3, Workers: workers,
				Approaches: few(t, "RAN", "CBG", "SNL", "COM"),
				Progress: func(done, total int) {
					if fits++; done != fits || name == "cross-validation" && total != 6 {
						t.Errorf("%s: progress %d of %d", name, done, total)
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			reports = append(reports, r)
		}
		if d := cmp.Diff(reports[0], reports[1], opts); d != "" {
			t.Errorf("%s: three workers differ from one:\n%s", name, d)
		}
	}
}

func TestFoldsRefuse(t *testing.T) {
	for _, folds := range []int{1, -1, 100000} {
		_, err := experiment.CrossValidate(
			context.Background(), samples(t), experiment.Options{Folds: folds},
		)
		if err == nil || !strings.Contains(err.Error(), "sample-powergrading: folds: found") {
			t.Errorf("%d folds: found error %v", folds, err)
		}
	}
}
