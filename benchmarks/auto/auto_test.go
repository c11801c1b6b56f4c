package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
)

// scripts is the folder of the peers' scripts as seen from here.
const scripts = "../peers"

// needPython skips a test where the peers cannot run.
func needPython(t *testing.T) *settings {
	t.Helper()
	suite.Slow(t, "fits scikit-learn's models")
	s := &settings{trials: 2, large: 2, seed: 1, learn: []string{totals, grades},
		python: measure.DefaultPython, peers: scripts}
	if _, err := measure.PythonVersions(t.Context(), s.python, s.peers, "sklearn"); err != nil {
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
		found, err := s.script(t.Context(), in, "--check")
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
	found, err := s.script(t.Context(), in)
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
	sizes := s.sizes(set)
	r := (&results{}).of(set, sizes)
	if err := s.runAUTO(t.Context(), set, r); err != nil {
		t.Fatal(err)
	}
	splits, err := datasets.Splits(len(set.Respondents), trainFraction, s.trials, s.seed)
	if err != nil {
		t.Fatal(err)
	}
	if len(sizes) != 2 || len(r.Cells) != 2 {
		t.Fatalf("found %d sizes and %d cells, expected 2", len(sizes), len(r.Cells))
	}
	for _, c := range r.Cells {
		if len(c.CBG) != s.trials || len(c.auto(totals).RMSE) != s.trials ||
			len(c.auto(grades).RMSE) != s.trials || c.auto(grades).Coverage == nil {
			t.Fatalf("found %+v", c)
		}
		for i, split := range splits {
			train := split.Nested(c.Rated, s.seed, i)
			guess, sum := 0.0, 0.0
			for _, k := range train {
				guess += set.Respondents[k].Rating / float64(len(train))
			}
			for _, k := range split.Test {
				sum += math.Pow(set.Respondents[k].Rating-guess, 2) / float64(len(split.Test))
			}
			if math.Abs(math.Sqrt(sum)-c.CBG[i]) > 1e-12 {
				t.Errorf("%d rated, split %d: CBG has error %v, expected %v", c.Rated, i, c.CBG[i],
					math.Sqrt(sum))
			}
		}
	}
}

func TestSizes(t *testing.T) {
	set := &datasets.Dataset{Respondents: make([]datasets.Respondent, 50)}
	for _, c := range []struct{ rated, want string }{
		{"[20 30]", "[20 30 40]"}, {"[20 33 40 50]", "[20 40]"}, {"[]", "[40]"}, {"[20 20]", "[20 40]"},
	} {
		var s settings
		for _, f := range strings.Fields(strings.Trim(c.rated, "[]")) {
			n, _ := strconv.Atoi(f)
			s.rated = append(s.rated, n)
		}
		if got := fmt.Sprint(s.sizes(set)); got != c.want {
			t.Errorf("%s: found %s, expected %s", c.rated, got, c.want)
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

// TestErrorsAreKept adds splits to a file of results.
func TestErrorsAreKept(t *testing.T) {
	s := needPython(t)
	file := filepath.Join(t.TempDir(), "results.json")
	command := func(args string) string {
		t.Helper()
		var out bytes.Buffer
		list := []string{"-peers", scripts, "-results", file, "-rated", "10"}
		if err := run(t.Context(), append(list, strings.Fields(args)...), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	command("-only peers -trials 1 sample-mohler")
	command("-only peers -trials 2 sample-mohler")
	kept, err := readResults(file, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.rated = []int{10}
	set := sample(t)
	whole := (&results{}).of(set, s.sizes(set))
	if err := s.runPeers(t.Context(), set, whole, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	for k, c := range whole.Cells {
		for name, errs := range c.Peers {
			if got := kept.Datasets[0].Cells[k].Peers[name]; !slices.Equal(got, errs) || len(got) != 2 {
				t.Errorf("%d rated, %s: found %v, expected %v", c.Rated, name, got, errs)
			}
		}
	}
	full := command("-trials 2 sample-mohler")
	for _, want := range []string{"| totals    | 10    | 1 ", "| grades    | all   | 1 "} {
		if !strings.Contains(full, want) {
			t.Errorf("found\n%s\nexpected %q in it", full, want)
		}
	}
	if got := command("-only table sample-mohler"); got != full {
		t.Errorf("found\n%s\nexpected\n%s", got, full)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-trials 0 sample-mohler", "-trials 0"},
		{"-rated 20,x", `-rated: found "20,x"`},
		{"-rated 1", `-rated: found "1"`},
		{"-learn words", `-learn: found "words"`},
		{"-only else", `"else"`},
		{"-only table", "-results is missing"},
		{"-peers nowhere", "found no folder nowhere"},
		{"-only auto nothing", `found kind "nothing"`},
		{"-only auto sample-mohler sample-mohler", "two data sets of the name sample-mohler"},
		{"-only peers -python nowhere -peers ../peers", "found no program nowhere"},
	} {
		err := run(context.Background(), strings.Fields(c.args), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, expected %q in it", c.args, err, c.want)
		}
	}
}
