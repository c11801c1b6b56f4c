package experiment_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

func curve(t testing.TB, sets []*datasets.Dataset, o experiment.Options) *experiment.CurveReport {
	t.Helper()
	r, err := experiment.Curve(context.Background(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// meanLearner predicts the mean rating, or 0.5 without any, and records what it was trained on.
func meanLearner(trained func(approach.Training)) approach.Learner {
	return learner{name: "mean", fit: func(t approach.Training) approach.FittedLearner {
		trained(t)
		mean := .5
		if len(t.Ratings) > 0 {
			mean = 0
			for _, y := range t.Ratings {
				mean += y / float64(len(t.Ratings))
			}
		}
		guess := approach.Prediction{Rating: mean, Interval: nowhere()}
		return double{
			predict:  func([]*text.Doc) approach.Prediction { return guess },
			warnings: []error{errors.New("a guess")},
		}
	}}
}

// TestCurve checks known properties of the curves of all approaches, including small sizes.
func TestCurve(t *testing.T) {
	sets := samples(t)
	o := experiment.Options{
		Trials:     3,
		Seed:       5,
		Approaches: append(approach.All(), approach.Approach{Name: "MEAN", Learner: meanLearner(func(approach.Training) {})}),
	}
	whole := evaluate(t, sets, o)
	o.Sizes = []int{1000, 3, 0, 2, 1, 11, 3, 2000}
	r := curve(t, sets, o)
	for i, d := range r.Datasets {
		if want := []int{0, 1, 2, 3, 11, d.Train}; !slices.Equal(d.Sizes, want) {
			t.Fatalf("%s: sizes %v, want %v", d.Name, d.Sizes, want)
		}
		if len(d.Results) != len(whole.Datasets[i].Results) {
			t.Errorf(
				"%s: %d curves, eval has %d results", d.Name, len(d.Results),
				len(whole.Datasets[i].Results),
			)
		}
		of := func(approach string) experiment.CurveResult {
			return d.Results[slices.IndexFunc(d.Results,
				func(r experiment.CurveResult) bool { return r.Approach == approach })]
		}
		if first := d.Results[0].Approach + d.Results[1].Approach; first != "AUTOMEAN" {
			t.Errorf("%s: %s are first, want the learners", d.Name, first)
		}
		guess := of("CBG")
		for k, c := range d.Results {
			// With the full training part, the results equal those of Evaluate exactly.
			if diff := cmp.Diff(whole.Datasets[i].Results[k], *c.At(d.Train), cmpopts.EquateNaNs(),
				cmpopts.IgnoreFields(experiment.Result{}, "HeldOut", "PRMSE")); diff != "" {
				t.Errorf(
					"%s, %s with %s (-eval +curve):\n%s", d.Name, c.Approach, c.Regressor, diff,
				)
			}
			untrained := slices.Contains([]string{"RAN", "CBG", "AUTO", "MEAN"}, c.Approach)
			if (c.At(0) != nil) != untrained {
				t.Errorf("%s, %s: at size 0 %v", d.Name, c.Approach, c.At(0))
			}
			for _, point := range c.Points {
				p := point.Result
				if len(p.RMSE) != 3 ||
					slices.ContainsFunc(
						p.RMSE, func(x float64) bool { return !(x >= 0 && x <= 1) },
					) ||
					!(p.RMSESD >= 0) ||
					!(p.RMSECI95[0] >= 0 && p.RMSECI95[0] <= p.RMSEMean) {
					t.Errorf(
						"%s, %s with %s at size %d: %+v", d.Name, c.Approach, c.Regressor,
						point.Size, p,
					)
				}
			}
			// Nothing but the mean can be learned from one respondent.
			if p := c.At(1); c.Approach == "BOW" && c.Regressor == "ols" {
				cbg := guess.At(1)
				if diff := cmp.Diff(cbg.RMSE, p.RMSE, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
					t.Errorf("%s: BOW from one respondent (-CBG +BOW):\n%s", d.Name, diff)
				}
			}
		}
		// The control and the learner agree at every size.
		mean := of("MEAN")
		for k := range guess.Points {
			if diff := cmp.Diff(guess.Points[k].Result.RMSE, mean.Points[k].Result.RMSE,
				cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("%s: point %d (-CBG +MEAN):\n%s", d.Name, k, diff)
			}
		}
		if want := "MEAN with mean: 18 warnings in 18 fits, such as: a guess"; !slices.Contains(
			d.Warnings, want,
		) {
			t.Errorf("%s: no warning %q in %q", d.Name, want, d.Warnings)
		}
	}
}

// TestCurveDefaults checks the default sizes.
func TestCurveDefaults(t *testing.T) {
	for _, c := range []struct {
		train int
		want  []int
	}{
		{1, []int{0, 1}}, {4, []int{0, 4}}, {5, []int{0, 5}}, {6, []int{0, 6}}, {7, []int{0, 5, 7}},
		{19, []int{0, 5, 10, 19}},
		{558, []int{0, 5, 10, 20, 50, 100, 200, 558}},
		{1000, []int{0, 5, 10, 20, 50, 100, 200, 500, 1000}},
	} {
		if got := experiment.CurveSizes(c.train); !slices.Equal(got, c.want) {
			t.Errorf("CurveSizes(%d) = %v, want %v", c.train, got, c.want)
		}
	}
}

// TestCurveTrainsOnTheTrainingPart checks that a learner sees only respondents of the training
// part, in nested subsets.
func TestCurveTrainsOnTheTrainingPart(t *testing.T) {
	ds := *samples(t)[0]
	ds.Respondents = slices.Clone(ds.Respondents)
	for i := range ds.Respondents {
		ds.Respondents[i].Rating = float64(i) / 1000 // identifies the respondent
	}
	var shown [][]float64
	approaches := []approach.Approach{
		{
			Name:    "MEAN",
			Learner: meanLearner(func(t approach.Training) { shown = append(shown, t.Ratings) }),
		},
	}
	curve(t, []*datasets.Dataset{&ds}, experiment.Options{
		Trials: 1, Seed: 9, Workers: 1, Approaches: approaches, Sizes: []int{2, 4, 8, 16, 10000},
	})
	splits, err := datasets.Splits(len(ds.Respondents), .8, 1, 9)
	if err != nil {
		t.Fatal(err)
	}
	var within []float64
	for _, i := range splits[0].Train {
		within = append(within, ds.Respondents[i].Rating)
	}
	for _, part := range shown {
		if slices.ContainsFunc(part, func(y float64) bool { return !slices.Contains(within, y) }) {
			t.Errorf("trained on %v, which is not within %v", part, within)
		}
		within = part
	}
	if len(shown) != 5 || len(within) != 2 {
		t.Errorf("trained on %d parts, the last of %d", len(shown), len(within))
	}
}

//luna:race
func TestCurveWorkersDoNotMatter(t *testing.T) {
	opts := cmp.Options{
		cmpopts.IgnoreFields(experiment.CurveReport{}, "Seconds"),
		cmpopts.EquateNaNs(),
	}
	o := experiment.Options{Trials: 3, Seed: 1, Workers: 1, Regressors: quickRegressors(t)}
	sets := fewSamples(t)
	one := curve(t, sets, o)
	o.Workers = 3
	var calls []int
	o.Progress = func(done, total int) {
		want := 0
		for _, d := range one.Datasets {
			want += 3 * len(d.Sizes)
		}
		if total != want {
			t.Errorf("total is %d, expected %d", total, want)
		}
		calls = append(calls, done)
	}
	if d := cmp.Diff(one, curve(t, sets, o), opts); d != "" {
		t.Errorf("three workers differ from one:\n%s", d)
	}
	if !slices.IsSorted(calls) || len(calls) == 0 || calls[0] != 1 {
		t.Errorf("progress %v", calls)
	}
}

func TestCurveJSON(t *testing.T) {
	want := curve(t, samples(t), experiment.Options{Trials: 2, Seed: 1, Sizes: []int{0, 3}})
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got experiment.CurveReport
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for i := range want.Datasets {
		want.Datasets[i].Ratings, want.Datasets[i].Data = nil, nil // not in the document
	}
	if d := cmp.Diff(want, &got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
}

func TestCurveRefuses(t *testing.T) {
	bow, err := approach.Select(approach.All(), "BOW")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    experiment.Options
		want string
	}{
		{experiment.Options{Sizes: []int{5, -1}}, "size -1"},
		{experiment.Options{Sizes: []int{0, 0}, Approaches: bow}, "nobody rated"},
		{experiment.Options{Trials: -1}, "-1 trials"},
		{experiment.Options{TrainFraction: 2}, "fraction"},
	} {
		_, err := experiment.Curve(context.Background(), samples(t), c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("found error %v, expected one with %q", err, c.want)
		}
	}
}

// TestCurveIntervals checks that the interval of an error with one respondent rated is one of errors.
func TestCurveIntervals(t *testing.T) {
	approaches, err := approach.Select(approach.All(), "CBG", "BWO")
	if err != nil {
		t.Fatal(err)
	}
	r, err := experiment.Curve(t.Context(), open(t, "sample-powergrading"), experiment.Options{Trials: 4, Seed: 1, Sizes: []int{1, 5},
		Approaches: approaches})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Datasets[0].Results {
		for _, p := range c.Points {
			if low, high := p.Result.RMSECI95[0], p.Result.RMSECI95[1]; !(low >= 0 && low <= p.Result.RMSEMean && high < 1) {
				t.Errorf("%s, %d rated: interval [%v, %v] of %v", c.Approach, p.Size, low, high,
					p.Result.RMSEMean)
			}
		}
	}
}
