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

func curve(t testing.TB, sets []*datasets.Dataset, o experiment.Options) *experiment.Report {
	t.Helper()
	r, err := experiment.Curve(context.Background(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// at returns a curve's result at a size, nil if there is none.
func at(d *experiment.DatasetReport, approach, regressor string, size int) *experiment.Result {
	for i := range d.Results {
		if x := &d.Results[i]; x.Approach == approach && x.Regressor == regressor && x.Size == size {
			return x
		}
	}
	return nil
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
		Approaches: append(approach.All(), approach.Approach{Name: "MEAN", Method: approach.Learning{Learner: meanLearner(func(approach.Training) {})}}),
	}
	whole := evaluate(t, sets, o)
	o.Sizes = []int{1000, 3, 0, 2, 1, 11, 3, 2000}
	r := curve(t, sets, o)
	for i, d := range r.Datasets {
		if want := []int{0, 1, 2, 3, 11, d.Train}; !slices.Equal(d.Sizes, want) {
			t.Fatalf("%s: sizes %v, want %v", d.Name, d.Sizes, want)
		}
		end := d.At(d.Train).Results
		if len(end) != len(whole.Datasets[i].Results) {
			t.Fatalf("%s: %d curves, eval has %d results", d.Name, len(end), len(whole.Datasets[i].Results))
		}
		if first := end[0].Approach + end[1].Approach; first != "AUTOMEAN" {
			t.Errorf("%s: %s are first, want the learners", d.Name, first)
		}
		for k, x := range end {
			// With the full training part, the results equal those of Evaluate exactly.
			if diff := cmp.Diff(whole.Datasets[i].Results[k], x, cmpopts.EquateNaNs(),
				cmpopts.IgnoreFields(experiment.GradeAgreement{}, "Questions"),
				cmpopts.IgnoreFields(experiment.Result{}, "Bootstrap", "HeldOut", "PRMSE", "Size")); diff != "" {
				t.Errorf("%s, %s with %s (-eval +curve):\n%s", d.Name, x.Approach, x.Regressor, diff)
			}
			untrained := slices.Contains([]string{"RAN", "CBG", "AUTO", "MEAN"}, x.Approach)
			if found := at(&d, x.Approach, x.Regressor, 0) != nil; found != untrained {
				t.Errorf("%s, %s: at size 0 %v", d.Name, x.Approach, found)
			}
			// Nothing but the mean can be learned from one respondent.
			if x.Approach == "BOW" && x.Regressor == "ols" {
				one, cbg := at(&d, "BOW", "ols", 1), at(&d, "CBG", "none", 1)
				if diff := cmp.Diff(cbg.RMSE, one.RMSE, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
					t.Errorf("%s: BOW from one respondent (-CBG +BOW):\n%s", d.Name, diff)
				}
			}
		}
		for k, p := range d.Results {
			invalid := func(x float64) bool { return !(x >= 0 && x <= 1) }
			if len(p.RMSE) != 3 || slices.ContainsFunc(p.RMSE, invalid) || !(p.RMSESD >= 0) ||
				!(p.RMSECI95[0] >= 0 && p.RMSECI95[0] <= p.RMSEMean) {
				t.Errorf("%s, %s with %s at size %d: %+v", d.Name, p.Approach, p.Regressor, p.Size, p)
			}
			if k > 0 && p.Size <= d.Results[k-1].Size && p.Approach == d.Results[k-1].Approach &&
				p.Regressor == d.Results[k-1].Regressor {
				t.Errorf("%s, %s with %s: size %d comes after %d", d.Name, p.Approach, p.Regressor, p.Size,
					d.Results[k-1].Size)
			}
		}
		// The control and the learner agree at every size.
		for _, size := range d.Sizes {
			guess, mean := at(&d, "CBG", "none", size), at(&d, "MEAN", "mean", size)
			if diff := cmp.Diff(guess.RMSE, mean.RMSE, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("%s: size %d (-CBG +MEAN):\n%s", d.Name, size, diff)
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
			Name: "MEAN",
			Method: approach.Learning{Learner: meanLearner(
				func(t approach.Training) { shown = append(shown, t.Ratings) })},
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
		cmpopts.IgnoreFields(experiment.Report{}, "Seconds"),
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

// TestCurveJSON checks that the document has the results by approach and regressor.
func TestCurveJSON(t *testing.T) {
	want := curve(t, fewSamples(t), experiment.Options{Trials: 2, Seed: 1, Sizes: []int{0, 3}})
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Datasets []struct {
			Results []struct {
				Approach, Regressor string
				Points              []json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for i, d := range want.Datasets {
		var list []experiment.Result
		for _, c := range got.Datasets[i].Results {
			for _, point := range c.Points {
				var at struct{ Size int }
				var x experiment.Result
				if err := errors.Join(json.Unmarshal(point, &at), json.Unmarshal(point, &x)); err != nil {
					t.Fatal(err)
				}
				x.Approach, x.Regressor, x.Size = c.Approach, c.Regressor, at.Size
				list = append(list, x)
			}
		}
		if diff := cmp.Diff(d.Results, list, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
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

// TestCurveIntervals checks that the interval of an error with one respondent rated is one of
// errors.
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
	for _, x := range r.Datasets[0].Results {
		if low, high := x.RMSECI95[0], x.RMSECI95[1]; !(low >= 0 && low <= x.RMSEMean && high < 1) {
			t.Errorf("%s, %d rated: interval [%v, %v] of %v", x.Approach, x.Size, low, high, x.RMSEMean)
		}
	}
}
