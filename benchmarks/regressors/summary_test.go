package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// two data sets; with NNC on the second nothing beats the constant best guess.
var two = []result{
	{Dataset: "first", Constant: .2, Cells: []cell{
		{"BOW", map[string]float64{"ols": .1, "ridge": .101, "huber": .15}},
	}},
	{Dataset: "second", Constant: .3, Cells: []cell{
		{"BOW", map[string]float64{"ols": .25, "ridge": .2}},
		{"NNC", map[string]float64{"ols": .35, "ridge": .299}},
	}},
}

func TestPrintSummary(t *testing.T) {
	var out strings.Builder
	if err := printSummary(&out, two); err != nil {
		t.Fatal(err)
	}
	const want = `2 of 3 cells have an error 2% below that of the constant best guess
regressor  cells  best  within 2%  median ratio  to the best other  with
huber      1      0     0          1.500         1.500              BOW on first
ols        2      1     1          1.250         0.990              BOW on first
ridge      2      1     2          1.010         0.800              BOW on second
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("the summary differs (-want +got):\n%s", d)
	}
}

func TestResultsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	for _, r := range two {
		if err := r.append(file); err != nil {
			t.Fatal(err)
		}
	}
	back, err := readResults(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(two, back); d != "" {
		t.Errorf("the results differ (-want +got):\n%s", d)
	}
}
