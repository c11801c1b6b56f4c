package experiment_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
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
		for _, values := range of {
			mean, sd := stats.MeanSD(values)
			want.Count, want.Mean, want.SD = append(
				want.Count, len(values),
			), append(
				want.Mean, mean,
			), append(
				want.SD, sd,
			)
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

// TestWeights compares the weights with a fit to the design of all respondents by NewDesign.
func TestWeights(t *testing.T) {
	ds := samples(t)[1]
	com := few(t, "COM")[0]
	kernel := regress.KernelRidge{}
	o := experiment.Options{
		Trials:     2,
		Seed:       1,
		Approaches: few(t, "CBG", "COM"),
		Regressors: []regress.Regressor{kernel, regress.OLS{}},
		Weights:    true,
	}
	w := evaluate(t, []*datasets.Dataset{ds}, o).Datasets[0].LinearFit
	if w == nil || w.Approach != "COM" || w.Regressor != "ols" ||
		len(w.Largest) != 20 ||
		len(w.Features) != len(com.Extractors) {
		t.Fatalf("weights %+v", w)
	}
	var all datasets.Split
	for i := range ds.Respondents {
		all.Train = append(all.Train, i)
	}
	d, err := experiment.NewDesign(ds, text.English, com, all)
	if err != nil {
		t.Fatal(err)
	}
	m, err := regress.OLS{}.Fit(regress.Problem{X: d.Train, Y: d.TrainY})
	if err != nil {
		t.Fatal(err)
	}
	_, rating := stats.MeanSD(d.TrainY)
	standardised, largest := map[string]float64{}, 0.
	for j, name := range d.Columns {
		column := make([]float64, len(d.TrainY))
		for i := range column {
			row := d.Train.Row(i)
			for k, c := range row.Index {
				if int(c) == j {
					column[i] = row.Value[k]
				}
			}
		}
		_, sd := stats.MeanSD(column)
		standardised[name] = m.(*regress.Linear).Coef[j] * sd / rating
		largest = max(largest, math.Abs(standardised[name]))
	}
	of := func(w approach.Weight) float64 { return w.Value * w.SD / rating }
	for k, c := range w.Largest {
		want, ok := standardised[c.Question+"/"+c.Name]
		if !ok || math.Abs(of(c)-want) > 1e-6 {
			t.Errorf(
				"%s of %s: standardised weight %v, expected %v, %v", c.Name, c.Question,
				of(c), want, ok,
			)
		}
		if k > 0 && math.Abs(of(c)) > math.Abs(of(w.Largest[k-1])) {
			t.Errorf("%s is after a smaller one", c.Name)
		}
	}
	if math.Abs(math.Abs(of(w.Largest[0]))-largest) > 1e-6 {
		t.Errorf("the largest is %v, expected %v", of(w.Largest[0]), largest)
	}
	share := 0.
	for _, f := range w.Features {
		share += f.Share
	}
	if math.Abs(share-1) > 1e-9 {
		t.Errorf("the features' shares sum to %v", share)
	}
}
