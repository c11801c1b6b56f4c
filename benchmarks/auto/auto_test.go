package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
)

// scripts is the folder of the peers' scripts as seen from here.
const scripts = "../peers"

// needPython skips a test where the peers cannot run.
func needPython(t *testing.T) *settings {
	t.Helper()
	s := &settings{trials: 2, large: 2, seed: 1, python: measure.DefaultPython, peers: scripts}
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

// TestPeersAreThoseOfAPipeline compares the predictions with those of scikit-learn's Pipeline.
func TestPeersAreThoseOfAPipeline(t *testing.T) {
	s := needPython(t)
	for name, c := range map[string]struct {
		change func(*input)
		peers  int
	}{
		"with a key":    {func(*input) {}, 6},
		"without a key": {func(in *input) { in.Key = nil }, 5},
		"without words": {func(in *input) {
			in.Key = nil
			for i := range in.Texts {
				in.Texts[i] = []string{"", "?"}
			}
		}, 2},
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
		checked := found.Difference > 0 // rounding
		if len(found.Errors) != c.peers || found.Difference > 1e-6 || checked != (c.peers > 2) {
			t.Errorf("%s: found %d peers and difference %v, expected %d and at most 1e-6", name,
				len(found.Errors), found.Difference, c.peers)
		}
	}
}

// TestSplitsAreThoseOfTheExperiment computes CBG's errors on the peers' splits.
func TestSplitsAreThoseOfTheExperiment(t *testing.T) {
	set := sample(t)
	s := &settings{trials: 3, large: 3, seed: 5}
	var r result
	if err := s.runAUTO(t.Context(), set, &r); err != nil {
		t.Fatal(err)
	}
	splits, err := datasets.Splits(len(set.Respondents), trainFraction, s.trials, s.seed)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.CBG) != s.trials || len(r.AUTO) != s.trials || r.Coverage == nil {
		t.Fatalf("found %+v", r)
	}
	for i, split := range splits {
		guess, sum := 0.0, 0.0
		for _, k := range split.Train {
			guess += set.Respondents[k].Rating / float64(len(split.Train))
		}
		for _, k := range split.Test {
			sum += math.Pow(set.Respondents[k].Rating-guess, 2) / float64(len(split.Test))
		}
		if math.Abs(math.Sqrt(sum)-r.CBG[i]) > 1e-12 {
			t.Errorf("split %d: CBG has error %v, expected %v", i, r.CBG[i], math.Sqrt(sum))
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
		list := []string{"-peers", scripts, "-results", file}
		if err := run(t.Context(), append(list, strings.Fields(args)...), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	command("-only peers -trials 1 sample-mohler")
	command("-only peers -trials 3 sample-mohler")
	kept, err := readResults(file, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.trials = 3
	var whole result
	if err := s.runPeers(t.Context(), sample(t), &whole, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	for name, errs := range whole.Peers {
		if got := kept.Datasets[0].Peers[name]; !slices.Equal(got, errs) || len(got) != 3 {
			t.Errorf("%s: found %v, expected %v", name, got, errs)
		}
	}
	full := command("-trials 2 sample-mohler")
	if !strings.Contains(full, "Mean of AUTO / peer over 1 data sets: ") {
		t.Errorf("found\n%s", full)
	}
	if got := command("-only table sample-mohler"); got != full {
		t.Errorf("found\n%s\nexpected\n%s", got, full)
	}
}

// TestTable has a data set of each kind: both sides, one side, nothing.
func TestTable(t *testing.T) {
	coverage := .8567
	var out bytes.Buffer
	err := writeTable(&out, []*result{
		{Name: "a", Respondents: 30, Questions: 4, Coverage: &coverage,
			Peers: map[string][]float64{"key": {.1, .3}, "words": {.2, .1}},
			CBG:   []float64{.2, .2, .9}, AUTO: []float64{.3, .3, .1},
			drawRatios: []float64{1.5, .9, 2.5}},
		{Name: "b", Peers: map[string][]float64{"key": {.1}}},
		{Name: "c", CBG: []float64{.3}, AUTO: []float64{1.25}},
		{Name: "d"},
	})
	want := `
| a | 30 × 4 | 2 | words | .1500 | .2000 | .3000 | 2.00 | 85.7% |
| b | 0 × 0 | 1 | key | .1000 | – | – | – | – |
| c | 0 × 0 | 1 | – | – | .3000 | 1.2500 | – | – |
| d | 0 × 0 | 0 | – | – | – | – | – | – |

Mean of AUTO / peer over 1 data sets: 2.000
AUTO above the best peer: a
AUTO above CBG: a, c
Intervals that hold less than 87% or more than 93%: a
AUTO above the draw's best peer: 2 of 3 draws; highest ratio 2.50
`
	_, got, _ := strings.Cut(out.String(), "\n|-")
	_, got, _ = strings.Cut(got, "\n")
	for strings.Contains(got, "  ") {
		got = strings.ReplaceAll(got, "  ", " ")
	}
	if err != nil || got != want[1:] {
		t.Errorf("%v; found\n%s\nexpected%s", err, got, want)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-trials 0 sample-mohler", "-trials 0"},
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
