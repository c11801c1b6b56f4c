package grade

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// A transductive result differs, and says what it is in its notes and in its table.
func TestTransductive(t *testing.T) {
	ds := lrptest.Civics(30, 3)
	for i := 6; i < len(ds.Respondents); i++ {
		ds.Respondents[i].Rating = math.NaN()
	}
	plain, err := Grade(context.Background(), ds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Grade(context.Background(), ds, Options{Transductive: true})
	if err != nil {
		t.Fatal(err)
	}
	if plain.Rows[20].Rating == all.Rows[20].Rating {
		t.Error("the texts of the unrated made no difference")
	}
	marked := func(s string) bool { return strings.Contains(s, "transductive") }
	for _, r := range []*Result{plain, all} {
		names, _ := r.columns()
		if slices.ContainsFunc(r.Notes, marked) != (r == all) || marked(names[0]) != (r == all) {
			t.Errorf("notes %q and columns %q", r.Notes, names)
		}
	}
}

// A model with some or none rated rates the others as transductive grading of all of them does,
// whether or not the population names the rated ones again.
func TestTransduceAsGrading(t *testing.T) {
	for _, rated := range []int{0, 8} {
		ds := lrptest.Civics(40, 3)
		for i := rated; i < len(ds.Respondents); i++ {
			ds.Respondents[i].Rating = math.NaN()
			if i%3 > 0 { // others have scores, and grading keeps these
				ds.Respondents[i].Scores = nil
			}
		}
		m, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Grade(context.Background(), ds, Options{Transductive: true})
		if err != nil {
			t.Fatal(err)
		}
		differs := false
		for _, from := range []int{0, rated} {
			var population [][]string
			for _, r := range ds.Respondents[from:] {
				population = append(population, r.Responses)
			}
			x, err := m.Transduce(population)
			if err != nil {
				t.Fatal(err)
			}
			info := x.Info().Transductive
			if info.Respondents != 40-from || info.Training != (from == 0 && rated > 0) {
				t.Errorf("%d rated: found %+v for the respondents from %d on", rated, info, from)
			}
			for i := rated; i < len(ds.Respondents); i++ {
				if ds.Respondents[i].Scores != nil {
					continue
				}
				r := ds.Respondents[i].Responses
				got, err := x.Predict(r)
				w := want.Rows[i]
				// With nobody rated, grading adds up the grades.
				near := rated == 0 ||
					math.Abs(ds.Scale.Value(got.Rating)-w.Rating) < 1e-6*ds.Scale.Span() &&
						math.Abs(ds.Scale.Value(got.Interval[0])-w.Low) < 1e-6*ds.Scale.Span()
				if err != nil || !near {
					t.Errorf("%d rated, respondent %d: found %v (%v), grading says %v", rated, i, got,
						err, w)
				}
				rating, err := m.Rating(r)
				differs = differs || err != nil || math.Abs(rating-got.Rating) > 1e-3
			}
		}
		if !differs {
			t.Errorf("%d rated: the texts of the others made no difference", rated)
		}
	}
}
