package experiment_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// judged returns a data set of two questions with the given grades of judges. A rating is the
// fraction of the highest sum.
func judged(grades ...[][]float64) *datasets.Dataset {
	ds := &datasets.Dataset{Name: "judged", Questions: []datasets.Question{{ID: "a"}, {ID: "b"}}}
	for i, g := range grades {
		sum, n := 0.0, 0.0
		for _, js := range g {
			for _, x := range js {
				sum += x
				n++
			}
		}
		ds.Respondents = append(ds.Respondents, datasets.Respondent{
			ID: fmt.Sprint(i), Responses: []string{"x", "y"}, Rating: sum / n, Judgements: g,
		})
	}
	return ds
}

var controls = []approach.Approach{approach.All()[1]} // CBG

func human(t *testing.T, ds *datasets.Dataset) *experiment.Human {
	t.Helper()
	return evaluate(t, []*datasets.Dataset{ds}, experiment.Options{Trials: 4, Seed: 2, Approaches: controls}).Datasets[0].Human
}

// With two respondents, one is in the test part, so every number can be computed by hand.
func TestHumanByHand(t *testing.T) {
	// Ratings 5/8 and 2/8; the first judge's are 3/4 and 0, the second's 1/2 and 1/2.
	ds := judged([][]float64{{1, .5}, {.5, .5}}, [][]float64{{0, .5}, {0, .5}})
	h := human(t, ds)
	splits, err := datasets.Splits(2, .8, 4, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range splits {
		off, apart := [2]float64{.125, .25}[s.Test[0]], [2]float64{.25, .5}[s.Test[0]]
		for j := range 2 {
			if got := h.VsRating[j].RMSE[i]; math.Abs(got-off) > 1e-12 {
				t.Errorf("judge %d, trial %d: off the rating by %v, want %v", j+1, i, got, off)
			}
			if got := h.VsOthers[j].RMSE[i]; math.Abs(got-apart) > 1e-12 {
				t.Errorf("judge %d, trial %d: off the other's by %v, want %v", j+1, i, got, apart)
			}
		}
	}
	if h.Judges != 2 || h.Levels != 3 || h.VsRating[1].Judge != 2 {
		t.Errorf("%+v", h)
	}
	// Question a: the first judge has levels 2 and 0, the second 1 and 1, their mean .75 and .25
	// the levels 2 and 1.
	want := experiment.QuestionAgreement{ID: "a", JudgeAgreement: experiment.JudgeAgreement{
		VsPanel: []experiment.Agreement{
			{Accuracy: 1, Kappa: 1 - 1./3, Pearson: 1, RMSE: .25},
			{Accuracy: .5, Kappa: 0, Pearson: math.NaN(), RMSE: .25},
		},
		VsOthers: []experiment.Agreement{
			{Accuracy: .5, Kappa: 0, Pearson: math.NaN(), RMSE: .5},
			{Accuracy: .5, Kappa: 0, Pearson: math.NaN(), RMSE: .5},
		},
		// Variances within .125 and .125, of all .5/3; mean squares .25, 0 and .25.
		Reliability: &experiment.Reliability{Alpha: 1 - .125/(.5/3), ICC: 0, ICCMean: 0},
	}}
	if d := cmp.Diff(want, h.Questions[0], cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Errorf("question a (-want +got):\n%s", d)
	}
}

func TestHumanWhere(t *testing.T) {
	nan := math.NaN()
	full := [][][]float64{{{1, 0}, {1, 1}}, {{0, 0}, {1, 0}}, {{0, 1}, {0, 0}}}
	with := func(i int, grades [][]float64, rating float64) *datasets.Dataset {
		ds := judged(full...)
		ds.Respondents[i].Judgements, ds.Respondents[i].Rating = grades, rating
		return ds
	}
	for _, c := range []struct {
		name           string
		ds             *datasets.Dataset
		apart, ratings bool
	}{
		{"full", judged(full...), true, true},
		{"min-max scaled", with(0, [][]float64{{1, 0}, {1, 1}}, .75), true, true},
		{"a rating off the scale", with(1, [][]float64{{0, 0}, {1, 0}}, .2501), true, false},
		{"an answer that one judge left out", with(0, [][]float64{{1, nan}, {1, 1}}, .75), true, false},
		{"an answer nobody judged", with(0, [][]float64{nil, {1, 1}}, .75), true, false},
		{"other judges here and there", with(0, [][]float64{{1}, {1, 1}}, .75), false, false},
		{"a respondent without judges", with(1, nil, .25), false, false},
		{"one judge", judged([][]float64{{1}, {0}}, [][]float64{{1}, {1}}, [][]float64{{0}, {0}}), false, false},
		{"ratings that fall with the grades", func() *datasets.Dataset {
			ds := judged(full...)
			for i := range ds.Respondents {
				ds.Respondents[i].Rating = 1 - ds.Respondents[i].Rating
			}
			return ds
		}(), true, false},
		{"the same sum for all", judged([][]float64{{1, 0}, {0, 1}}, [][]float64{{0, 1}, {1, 0}}), true, false},
	} {
		h := human(t, c.ds)
		switch {
		case (h != nil) != c.apart:
			t.Errorf("%s: judges distinguished: %t", c.name, h != nil)
		case h != nil && (len(h.VsRating) > 0) != c.ratings:
			t.Errorf("%s: ratings compared: %t", c.name, len(h.VsRating) > 0)
		}
		r := evaluate(
			t, []*datasets.Dataset{c.ds},
			experiment.Options{Trials: 2, Seed: 1, Approaches: controls},
		)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if strings.Contains(string(data), `"human"`) != c.apart {
			t.Errorf("%s: JSON: %s", c.name, data)
		}
		var back experiment.Report
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r.Datasets[0].Human, back.Datasets[0].Human, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: read back (-want +got):\n%s", c.name, d)
		}
	}
}

func TestGradeLevels(t *testing.T) {
	for _, c := range []struct {
		grades []float64
		want   int
	}{
		{[]float64{0, 1, 1}, 2}, {[]float64{0, .5}, 3}, {[]float64{.2, .8, 1}, 6},
		{[]float64{.25, .2}, 21}, {[]float64{.123}, 11}, {[]float64{math.NaN(), 1. / 3}, 4},
	} {
		defined := slices.DeleteFunc(slices.Clone(c.grades), math.IsNaN)
		ds := judged([][]float64{defined, nil})
		if got := experiment.GradeLevels(ds); got != c.want {
			t.Errorf("judges' grades %v: %d levels, want %d", c.grades, got, c.want)
		}
		ds.Respondents[0].Judgements, ds.Respondents[0].Scores = nil, c.grades
		if got := experiment.GradeLevels(ds); got != c.want {
			t.Errorf("scores %v: %d levels, want %d", c.grades, got, c.want)
		}
	}
}

// TestHumanPowergrading compares the judges' agreement with figures computed independently.
func TestHumanPowergrading(t *testing.T) {
	sets, err := datasets.Open(suite.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []datasets.RatingRule{datasets.MinMax, datasets.Fraction} {
		if rule == datasets.Fraction {
			if sets, err = datasets.Open(suite.Powergrading(t), datasets.Options{Rating: rule}); err != nil {
				t.Fatal(err)
			}
		}
		h := evaluate(t, sets, experiment.Options{Seed: 1, Approaches: controls}).Datasets[0].Human
		if h.Judges != 3 || h.Levels != 2 || len(h.VsRating) != 3 || len(h.Questions) != 10 {
			t.Fatalf(
				"%d judges, %d levels, %d results, %d questions", h.Judges, h.Levels,
				len(h.VsRating), len(h.Questions),
			)
		}
		scale := 1.0
		if rule == datasets.Fraction {
			scale = .9 // the sums are from 3 to 30
		}
		for j := range 3 {
			if got := h.VsRating[j].RMSEMean / scale; got < .040 || got > .048 {
				t.Errorf("judge %d against all: RMSE %.4f, expected .041 to .047", j+1, got)
			}
			if got := h.VsOthers[j].RMSEMean / scale; got < .060 || got > .072 {
				t.Errorf("judge %d against the others: RMSE %.4f, expected .061 to .071", j+1, got)
			}
			if a := h.Grades.VsPanel[j]; !(a.Accuracy > .97 && a.Kappa > .85 && a.Pearson > .92) {
				t.Errorf("judge %d: %+v", j+1, a)
			}
		}
	}
}
