package published

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
)

// TestHashOrder compares with hashes and orders computed independently by the rules of CPython 2.7
// (Objects/stringobject.c, Objects/dictobject.c).
func TestHashOrder(t *testing.T) {
	if got := stringHash("a"); got != 12416037344 {
		t.Errorf("hash of a is %d", got)
	}
	// dict.fromkeys("abc") iterates as a, c, b in 64-bit CPython 2.7.
	if d := cmp.Diff([]string{"a", "c", "b"}, hashOrder([]string{"a", "b", "c"})); d != "" {
		t.Error(d)
	}
	if got := hashOrder(nil); len(got) != 0 {
		t.Errorf("order of nothing is %q", got)
	}
}

func TestFractionRatings(t *testing.T) {
	ds := &datasets.Dataset{Respondents: []datasets.Respondent{
		{
			Scores: []float64{1, 0.5},
		}, {Scores: []float64{math.NaN(), 0.5}}, {Scores: []float64{1, 1}},
	}}
	// The last respondent has 0 regardless of the scores.
	if d := cmp.Diff([]float64{0.75, 0.25, 0}, fractionRatings(ds)); d != "" {
		t.Error(d)
	}
}

func TestLoopRatings(t *testing.T) {
	// One question scales to [0,1]; the second is added at its full scale and scaled again.
	ds := &datasets.Dataset{
		Questions: []datasets.Question{{ID: "a"}, {ID: "b"}},
		Respondents: []datasets.Respondent{
			{Scores: []float64{0.2, 1}}, {Scores: []float64{0.6, 0}}, {Scores: []float64{1, 0.4}},
		},
	}
	// After a: 0, .5, 1. Plus 5*b: 5, .5, 3.
	want := []float64{1, 0, 2.5 / 4.5}
	for i, got := range loopRatings(ds, 5) {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("respondent %d: %v, want %v", i, got, want[i])
		}
	}
}

// TestMohlerRatings compares the in-loop scaling with the ratings of the published run.
func TestMohlerRatings(t *testing.T) {
	sets, err := datasets.Open(suite.Mohler(t), datasets.Options{Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	got := loopRatings(sets[0], 5)
	file, err := os.Open(suite.Data(t, "mohler_thesis24_ratings.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 25 || len(got) != 24 {
		t.Fatalf("%d rows, %d ratings", len(rows), len(got))
	}
	for i, row := range rows[1:] {
		want, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got[i]-want) > 1e-11 {
			t.Errorf("line %d: rating %v, published run %v", i, got[i], want)
		}
	}
}
