package experiment_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
)

func loadSet(t *testing.T, spec string) *datasets.Dataset {
	t.Helper()
	sets, err := datasets.Open(spec, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// No prior is learned from a data set that it is tested on, nor from one with the same questions.
func TestLeaveOutPriors(t *testing.T) {
	civics := loadSet(t, "synthetic-civics:40:3")
	again := loadSet(t, "synthetic-civics:30:4")
	again.Name = "civics again"
	networks := loadSet(t, "synthetic-networks:30:3")
	tests, err := experiment.LeaveOutPriors(t.Context(),
		[][]*datasets.Dataset{{civics}, {again}, {networks}}, experiment.Options{}, auto.Model{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{networks.Name}, {networks.Name}, {civics.Name, again.Name}}
	for i, x := range tests {
		if !slices.Equal(x.Exams, want[i]) {
			t.Errorf("%s: learned from %q, expected %q", x.Name, x.Exams, want[i])
		}
		if !(x.Learned > 0 && x.Learned < 1) || x.Mean > x.Half {
			t.Errorf("%s: found errors %+v", x.Name, x)
		}
	}
	var squares, mean float64
	for _, r := range civics.Respondents {
		mean += r.Rating / 40
	}
	for _, r := range civics.Respondents {
		squares += (r.Rating - mean) * (r.Rating - mean) / 40
	}
	if math.Abs(tests[0].Mean-math.Sqrt(squares)) > 1e-12 {
		t.Errorf("guessing the mean has error %v, expected %v", tests[0].Mean, math.Sqrt(squares))
	}
	if tests[0].Shipped >= tests[0].Half {
		t.Errorf("the embedded prior has error %v, a guess of .5 %v", tests[0].Shipped,
			tests[0].Half)
	}
	for _, groups := range [][][]*datasets.Dataset{{{civics, networks}}, {{civics}, {again}}} {
		if _, err := experiment.LeaveOutPriors(t.Context(), groups, experiment.Options{},
			auto.Model{}); err == nil {
			t.Errorf("nothing is left to learn from: no error")
		}
	}
}

// Data sets that no prior can be learned from are refused by name.
func TestNewExamRefuses(t *testing.T) {
	unscored := loadSet(t, "synthetic-civics:20")
	for i := range unscored.Respondents {
		unscored.Respondents[i].Scores = nil
	}
	keyless := loadSet(t, "synthetic-civics:20")
	for j := range keyless.Questions {
		keyless.Questions[j].Key = nil
	}
	partly := loadSet(t, "synthetic-civics:20")
	for i := range partly.Respondents {
		for j := range partly.Questions[1:] {
			partly.Respondents[i].Scores[1+j] = math.NaN()
		}
	}
	partly.Questions[0].Key = nil
	for want, ds := range map[string]*datasets.Dataset{
		"scores of their responses": unscored, "no answer key": keyless, "with a key": partly,
	} {
		_, err := experiment.NewExam(ds, text.English, auto.Model{})
		if err == nil || !strings.HasPrefix(err.Error(), ds.Name+": ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
	// Responses without a score are left out.
	some := loadSet(t, "synthetic-civics:20")
	some.Respondents[3].Scores = nil
	some.Respondents[4].Scores[2] = math.NaN()
	e, err := experiment.NewExam(some, text.English, auto.Model{})
	if err != nil || e.About().Responses != 20*10-10-1 {
		t.Errorf("learned from %d responses, %v", e.About().Responses, err)
	}
}

// Every protocol warns if AUTO's prior was learned from the data set.
func TestPriorWarnings(t *testing.T) {
	ds := loadSet(t, "synthetic-civics:20")
	e, err := experiment.NewExam(ds, text.English, auto.Model{})
	if err != nil {
		t.Fatal(err)
	}
	prior, err := auto.LearnPrior("itself", e)
	if err != nil {
		t.Fatal(err)
	}
	o := experiment.Options{Trials: 1, Folds: 2, Sizes: []int{0}, Approaches: []approach.Approach{
		{Name: "AUTO", Method: approach.Learning{Learner: approach.Auto{Model: auto.Model{Prior: &prior}}}},
	}}
	other := loadSet(t, "synthetic-networks:20")
	sets := []*datasets.Dataset{ds, other}
	evaluated, err := experiment.Evaluate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := experiment.CrossValidate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	curves, err := experiment.Curve(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	const want = "the prior of AUTO was learned from 10 of the 10 questions here"
	warned := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(w, want) })
	}
	for name, list := range map[string][2][]string{
		"splits": {evaluated.Datasets[0].Warnings, evaluated.Datasets[1].Warnings},
		"folds":  {folds.Datasets[0].Warnings, folds.Datasets[1].Warnings},
		"curve":  {curves.Datasets[0].Warnings, curves.Datasets[1].Warnings},
	} {
		if !warned(list[0]) || warned(list[1]) {
			t.Errorf("%s: found warnings %q and %q", name, list[0], list[1])
		}
	}
}
