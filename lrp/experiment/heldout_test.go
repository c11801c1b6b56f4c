package experiment_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// TestHeldOut compares the statistics of each respondent with a list of all predictions.
func TestHeldOut(t *testing.T) {
	const trials, seed = 4, 9
	ds := samples(t)[1]
	o := experiment.Options{
		Trials:     trials,
		Seed:       seed,
		Approaches: few(t, "CBG", "FWO", "NNO"),
		Regressors: []regress.Regressor{regress.OLS{}},
	}
	r := evaluate(t, []*datasets.Dataset{ds}, o)
	splits, err := datasets.Splits(len(ds.Respondents), .8, trials, seed)
	if err != nil {
		t.Fatal(err)
	}
	never := 0
	for _, a := range few(t, "FWO", "NNO") {
		of := make([][]float64, len(ds.Respondents))
		for _, split := range splits {
			predicted, _ := plain(t, ds, a, split)
			for k, i := range split.Test {
				of[i] = append(of[i], predicted[k])
			}
		}
		want := &experiment.HeldOut{}
		for i, values := range of {
			mean, sd := stats.MeanSD(values)
			off := 0.0
			for _, p := range values {
				off += math.Abs(p-ds.Respondents[i].Rating) / float64(len(values))
			}
			if len(values) == 0 {
				off = math.NaN()
			}
			want.Count, want.Mean = append(want.Count, len(values)), append(want.Mean, mean)
			want.SD, want.AbsoluteError = append(want.SD, sd), append(want.AbsoluteError, off)
			if len(values) == 0 {
				never++
			}
		}
		got := result(t, r, a.Name, "ols").HeldOut
		if d := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-6)); d != "" {
			t.Errorf("%s (-plain +got):\n%s", a.Name, d)
		}
	}
	if never == 0 {
		t.Error(
			"every respondent was in a test part; use fewer trials, so that some never are",
		)
	}
}

func TestHeldOutOnFolds(t *testing.T) {
	ds := samples(t)[1]
	o := experiment.Options{
		Folds:      3,
		Trials:     2,
		Seed:       1,
		Approaches: few(t, "RAN", "BOW"),
		Regressors: []regress.Regressor{regress.OLS{}},
	}
	r, err := experiment.CrossValidate(context.Background(), []*datasets.Dataset{ds}, o)
	if err != nil {
		t.Fatal(err)
	}
	got := result(t, r, "BOW", "ols")
	for i, n := range got.HeldOut.Count {
		if n != 2 {
			t.Errorf("respondent %d was held out %d times in 2 repetitions", i, n)
		}
		// E(p-y)² is the squared mean residual and the variance, of two values half the sample's.
		e, sd := got.HeldOut.Mean[i]-ds.Respondents[i].Rating, got.HeldOut.SD[i]
		if want := e*e + sd*sd/2; math.Abs(got.SquaredErrors[i]-want) > 1e-8 {
			t.Errorf(
				"respondent %d: squared error %v, by mean and sd %v", i, got.SquaredErrors[i], want,
			)
		}
	}
}
