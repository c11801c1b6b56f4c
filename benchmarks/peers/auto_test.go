package main

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
)

// needPython skips a test where the peers cannot run.
func needPython(t *testing.T) *settings {
	t.Helper()
	suite.Slow(t, "fits scikit-learn's models")
	s := &settings{trials: 2, large: 2, seed: 1, learn: []string{totals, grades},
		python: "/usr/bin/python3", scripts: "."}
	if _, err := s.versions(t.Context(), "sklearn"); err != nil {
		t.Skipf("scikit-learn is not installed: %v", err)
	}
	return s
}

// sample is the smallest of the embedded samples.
func sample(t *testing.T) *datasets.Dataset {
	t.Helper()
	sets, err := open([]string{"sample-mohler"})
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// TestPeersAreThoseOfOthers compares predictions and likelihoods with those of other code.
func TestPeersAreThoseOfOthers(t *testing.T) {
	s := needPython(t)
	for name, c := range map[string]struct {
		change func(*input)
		ridges []string
	}{
		"with a key": {func(*input) {},
			[]string{"characters", "key", "lengths", "pooled", "words", "words by question"}},
		"without a key": {func(in *input) { in.Key = nil },
			[]string{"characters", "lengths", "pooled", "words", "words by question"}},
		"without words": {func(in *input) {
			in.Key = nil
			for i := range in.Texts {
				in.Texts[i] = []string{"", "?"}
			}
		}, []string{"lengths", "pooled"}},
	} {
		in := newInput(sample(t))
		c.change(in)
		var err error
		if in.Splits, err = datasets.Splits(len(in.Ratings), trainFraction, 2, 1); err != nil {
			t.Fatal(err)
		}
		found, err := s.ratings(t.Context(), in, "--check")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		peers := slices.Sorted(maps.Keys(found.Errors))
		want := append([]string{"GP", "SVR", "boosting"}, append(c.ridges, "inner CV", "stack")...)
		slices.Sort(want)
		if !slices.Equal(peers, want) || found.Difference > 1e-6 || found.Difference == 0 {
			t.Errorf("%s: found %q and difference %v, expected %q and more than 0, at most 1e-6",
				name, peers, found.Difference, want)
		}
	}
}

// TestChoicesArePeers checks that inner CV has the error of one of the peers on each split, and
// that the peers that see everything learn what each respondent's first text says.
func TestChoicesArePeers(t *testing.T) {
	s := needPython(t)
	in := &input{}
	for i := range 40 {
		good := float64(i % 2)
		first := []string{"wrong", "right"}[i%2]
		in.Texts = append(in.Texts, []string{first, strings.Repeat("x", i%5)})
		in.Ratings = append(in.Ratings, good)
	}
	var err error
	if in.Splits, err = datasets.Splits(len(in.Ratings), trainFraction, 2, 1); err != nil {
		t.Fatal(err)
	}
	found, err := s.ratings(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for split, chosen := range found.Errors["inner CV"] {
		same := false
		for name, errs := range found.Errors {
			same = same || name != "inner CV" && name != "stack" && errs[split] == chosen
		}
		if !same {
			t.Errorf("split %d: inner CV has error %v, expected that of a peer in %v", split, chosen,
				found.Errors)
		}
		for _, name := range []string{"GP", "SVR", "stack", "inner CV"} {
			if e := found.Errors[name][split]; e > .1 {
				t.Errorf("split %d: %s has error %v, expected at most .1", split, name, e)
			}
		}
	}
}

// TestSplitsAreThoseOfTheExperiment computes CBG's errors on the peers' splits.
func TestSplitsAreThoseOfTheExperiment(t *testing.T) {
	set := sample(t)
	s := &settings{trials: 3, large: 3, seed: 5, rated: []int{5}, learn: []string{totals, grades}}
	cells := s.cells(set)
	if err := s.runAUTO(t.Context(), set, cells); err != nil {
		t.Fatal(err)
	}
	splits, err := datasets.Splits(len(set.Respondents), trainFraction, s.trials, s.seed)
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != 2 {
		t.Fatalf("found %d cells, expected 2", len(cells))
	}
	for _, c := range cells {
		if len(c.cbg) != s.trials || len(c.auto[totals].rmse) != s.trials ||
			len(c.auto[grades].rmse) != s.trials || c.auto[grades].coverage == nil {
			t.Fatalf("found %+v", c)
		}
		for i, split := range splits {
			train := split.Nested(c.rated, s.seed, i)
			guess, sum := 0.0, 0.0
			for _, k := range train {
				guess += set.Respondents[k].Rating / float64(len(train))
			}
			for _, k := range split.Test {
				sum += math.Pow(set.Respondents[k].Rating-guess, 2) / float64(len(split.Test))
			}
			if math.Abs(math.Sqrt(sum)-c.cbg[i]) > 1e-12 {
				t.Errorf("%d rated, split %d: CBG has error %v, expected %v", c.rated, i, c.cbg[i],
					math.Sqrt(sum))
			}
		}
	}
}

func TestCells(t *testing.T) {
	set := &datasets.Dataset{Respondents: make([]datasets.Respondent, 50)}
	for _, c := range []struct {
		rated []int
		want  string
	}{
		{[]int{20, 30}, "20 30 all"}, {[]int{20, 33, 40, 50}, "20 all"}, {nil, "all"}, {[]int{20, 20}, "20 all"},
	} {
		var got []string
		for _, x := range (&settings{rated: c.rated}).cells(set) {
			got = append(got, x.ratedText())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%d: found %q, expected %q", c.rated, got, c.want)
		}
	}
}

// TestSimilarities has answers that are as the key, empty and half of it.
func TestSimilarities(t *testing.T) {
	set := &datasets.Dataset{
		Questions: []datasets.Question{{ID: "a", Key: []string{"bill rights"}}, {ID: "b"}},
		Respondents: []datasets.Respondent{
			{Responses: []string{"Bill of rights", "x"}}, {Responses: []string{"", ""}},
			{Responses: []string{"rights", ""}}},
	}
	want := "[[[1 1 1 1] [0 0 0 0]] [[0 0 0 0] [0 0 0 0]] [[1 0.5 0.545 0.5] [0 0 0 0]]]"
	if got := fmt.Sprintf("%.3v", similarities(set)); got != want {
		t.Errorf("found %s, expected %s", got, want)
	}
}

// TestErrorsAreKept adds splits to a file of results, and runs takes them again without Python.
func TestErrorsAreKept(t *testing.T) {
	s := needPython(t)
	file := filepath.Join(t.TempDir(), "results.json")
	command := func(trials string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(t.Context(), []string{"-scripts", ".", "-results", file, "-rated", "10", "-trials", trials,
			"-python", s.python, "auto", "sample-mohler"}, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	command("1")
	full := command("2")
	set := sample(t)
	s.rated = []int{10}
	fresh, again := s.cells(set), s.cells(set)
	if err := s.runPeers(t.Context(), set, fresh, &kept{Errors: make(map[string]map[string][]float64)}); err != nil {
		t.Fatal(err)
	}
	k, err := readKept(file, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.python = "nowhere"
	if err := s.runPeers(t.Context(), set, again, k); err != nil {
		t.Fatal(err)
	}
	for i := range fresh {
		if d := cmp.Diff(fresh[i].peers, again[i].peers); d != "" {
			t.Errorf("%d rated:\n%s", fresh[i].rated, d)
		}
	}
	for _, want := range []string{"| totals    | 10    | 1 ", "| grades    | all   | 1 "} {
		if !strings.Contains(full, want) {
			t.Errorf("found\n%s\nexpected %q in it", full, want)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"auto", "expected auto, experiment"},
		{"-trials 0 auto sample-mohler", "-trials 0"},
		{"-runs 0 snl sample-mohler", "-runs 0"},
		{"-rated 20,x auto sample-mohler", `-rated: found "20,x"`},
		{"-rated 1 auto sample-mohler", `-rated: found "1"`},
		{"-learn words auto sample-mohler", `-learn: found "words"`},
		{"-scripts nowhere auto sample-mohler", "found no folder nowhere"},
		{"-scripts . auto nothing", `found kind "nothing"`},
		{"-scripts . else sample-mohler", `"else"`},
		{"-scripts . snl sample-mohler sample-powergrading", "found 2 data sets"},
		{"-scripts . -python nowhere auto sample-mohler", "found no program nowhere"},
	} {
		err := run(t.Context(), strings.Fields(c.args), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, expected %q in it", c.args, err, c.want)
		}
	}
}
