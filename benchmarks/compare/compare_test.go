package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/lrp"
)

// TestChecksFindDifferences gives each comparison numbers that agree and numbers that do not.
func TestChecksFindDifferences(t *testing.T) {
	for _, c := range []struct {
		sum                      *comparison
		ours, same, other, empty string
	}{
		{&distances, `[[2,3,6]]`, `[[2,3,6]]`, `[[2,3,7]]`, `[]`},
		{&snl, `{"Cold":[0.5],"Warm":[0.25]}`, `{"Cold":[0.5],"Warm":[0.2500000000001]}`,
			`{"Cold":[0.5],"Warm":[0.26]}`, `{}`},
		{&experiment, `{"RAN/none":[0.9],"BOW/ols":[0.1,0.2]}`,
			`{"Errors":{"RAN/none":[0.1],"BOW/ols":[0.1,0.2000000001]}}`,
			`{"Errors":{"BOW/ols":[0.1,0.201]}}`, `{}`},
		// If LinearRegression takes a wrong rank, LAPACK's least squares count.
		{&experiment, `{"BIG/ols":[0.1,0.2]}`,
			`{"Errors":{"BIG/ols":[0.1,0.201]},"Unsound":{"BIG/ols":[1]},"Reference":{"BIG/ols":[0.1]}}`,
			`{"Errors":{"BIG/ols":[0.1,0.2]},"Unsound":{"BIG/ols":[1]},"Reference":{"BIG/ols":[0.101]}}`, `{}`},
	} {
		check := func(theirs string) error {
			_, err := c.sum.check(nil, json.RawMessage(c.ours), json.RawMessage(theirs))
			return err
		}
		if err := check(c.same); err != nil {
			t.Errorf("%s: %v", c.sum.name, err)
		}
		for _, theirs := range []string{c.other, c.empty, "x"} {
			if check(theirs) == nil {
				t.Errorf("%s: no error for %s and %s", c.sum.name, c.ours, theirs)
			}
		}
	}
}

// TestDistances compares the sums of the job with distances of one pair at a time.
func TestDistances(t *testing.T) {
	s, folder := onSample(t), t.TempDir()
	if _, _, err := prepareDistances(s, folder); err != nil {
		t.Fatal(err)
	}
	var all [][]string
	if err := readJSON(folder, "texts.json", &all); err != nil {
		t.Fatal(err)
	}
	want := make([]sums, len(all))
	for q, texts := range all {
		want[q][0] = int64(len(texts))
		for i, a := range texts {
			for j := i + 1; j < len(texts); j++ {
				d := int64(levenshtein.ComputeDistance(a, texts[j]))
				want[q][1] += d
				want[q][2] += int64(i+1) * int64(j+1) * d
			}
		}
	}
	got, err := distancesJob([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checkDistances(s, got.(output).Values, theirs); err != nil {
		t.Error(err)
	}
}

// TestStrangers checks that no word is in two pairs.
func TestStrangers(t *testing.T) {
	answers, keyed := docs(onSample(t))
	pairs := strangers(answers, 50)
	if len(pairs) < 10 || len(spread(keyed, 30)) != 30 {
		t.Errorf("found %d pairs of strangers", len(pairs))
	}
	pairOf := make(map[string]int)
	for i, p := range pairs {
		for _, words := range p.Tokens {
			for _, w := range words {
				if before, seen := pairOf[w]; seen && before != i {
					t.Errorf("%q is in pairs %d and %d", w, before, i)
				}
				pairOf[w] = i
			}
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "found 0 data sets"},
		{"nothing", `found kind "nothing"`},
		{"-runs 0 sample-mohler", "-runs 0"},
		{"-peers nowhere sample-mohler", "found no folder nowhere"},
	} {
		_, err := parse(strings.Fields(c.args))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.args, err, c.want)
		}
	}
	if _, err := choose("snl,else"); err == nil || !strings.Contains(err.Error(), `"else"`) {
		t.Errorf("error %v", err)
	}
	if chosen, err := choose("snl, distances"); err != nil || len(chosen) != 2 ||
		chosen[1].name != "distances" {
		t.Errorf("found %v, %v", chosen, err)
	}
	if _, _, err := prepareSNL(onSample(t), t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "-brown is missing") {
		t.Errorf("error %v", err)
	}
}

func onSample(t *testing.T) *settings {
	t.Helper()
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	return &settings{spec: "sample-powergrading", data: sets[0], trials: 2, pairs: 10, seed: 1}
}
