package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/datasets"
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
		{&lexicalExperiment, `{"RAN/none":[0.9],"BOW/ols":[0.1,0.2]}`,
			`{"Errors":{"RAN/none":[0.1],"BOW/ols":[0.1,0.2000000001]}}`,
			`{"Errors":{"BOW/ols":[0.1,0.201]}}`, `{}`},
		// If LinearRegression takes a wrong rank, LAPACK's least squares count.
		{&lexicalExperiment, `{"BIG/ols":[0.1,0.2]}`,
			`{"Errors":{"BIG/ols":[0.1,0.201]},"Unsound":{"BIG/ols":[1]},"Reference":{"BIG/ols":[0.1]}}`,
			`{"Errors":{"BIG/ols":[0.1,0.2]},"Unsound":{"BIG/ols":[1]},"Reference":{"BIG/ols":[0.101]}}`, `{}`},
	} {
		check := func(theirs string) error {
			_, err := c.sum.check(json.RawMessage(c.ours), json.RawMessage(theirs))
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
	input, err := prepareDistances(nil, onSample(t))
	if err != nil {
		t.Fatal(err)
	}
	all := input.([][]string)
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
	theirs, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := withInput(input, func(folder string) error {
		got, err := computeDistances(folder)
		if err == nil {
			_, err = checkDistances(got.Values, theirs)
		}
		return err
	}); err != nil {
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

func TestNeedsOfSNL(t *testing.T) {
	if _, err := prepareSNL(&settings{}, onSample(t)); err == nil ||
		!strings.Contains(err.Error(), "-brown is missing") {
		t.Errorf("error %v", err)
	}
}

func onSample(t *testing.T) *datasets.Dataset {
	t.Helper()
	sets, err := open([]string{"sample-powergrading"})
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}
