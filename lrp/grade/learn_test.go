package grade

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// partlyGraded has n respondents: the first ones rated and scored, the next ones with scores of the
// first three questions alone, and others.
func partlyGraded(n, rated, partial int) *datasets.Dataset {
	ds := lrptest.Civics(n, 5)
	ds.Scale, ds.Warnings = datasets.Scale{Full: 20}, nil
	for i := rated; i < n; i++ {
		r := &ds.Respondents[i]
		if r.Rating = math.NaN(); i >= rated+partial {
			r.Scores = nil
			continue
		}
		r.Scores = slices.Clone(r.Scores)
		for j := 3; j < len(r.Scores); j++ {
			r.Scores[j] = math.NaN()
		}
	}
	return ds
}

// TestLearnPartly compares predictions from ratings, scores and scores alone with those of a model
// that lrp.Train makes. Rows without a rating stay unrated.
func TestLearnPartly(t *testing.T) {
	ds := partlyGraded(30, 12, 8)
	for _, learn := range []approach.Learn{approach.LearnAuto, approach.LearnTotals} {
		r := grade(t, ds, Options{Learn: learn})
		m, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Learn: learn, Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range r.Rows {
			if row.Rated() != (i < 12) || (row.First > 0) != (i >= 12) {
				t.Errorf("%q, row %d: %+v", learn, i, row)
			}
			want, err := m.Predict(ds.Respondents[i].Responses)
			switch {
			case err != nil:
				t.Fatal(err)
			case i < 12:
			case i < 20 && learn == approach.LearnAuto:
				keepsGiven(t, r, i, want)
			case math.Abs(20*want.Rating-row.Rating) > 1e-6:
				t.Errorf("%q, row %d: %v, the model says %v", learn, i, row.Rating, want)
			}
		}
		partial, note := 8, "points given for answers and from totals; 8 rows without a total have points"
		if learn == approach.LearnTotals {
			partial, note = 0, "AUTO learns from totals: the points given for answers are left out"
		}
		if r.partial != partial || r.Trust.Rated != 12 || !strings.Contains(strings.Join(r.Notes, ""), note) {
			t.Errorf("%q: %d partial, %d rated, notes %q", learn, r.partial, r.Trust.Rated, r.Notes)
		}
		var page bytes.Buffer
		if err := r.WriteHTML(&page, "exam"); err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(page.String(), "learned from 12 rated ones and the points of 8 unrated ones")
		if said != (partial > 0) {
			t.Errorf("%q: the page says %v what was learned from", learn, said)
		}
	}
	bare := partlyGraded(30, 12, 8)
	for i := range bare.Respondents {
		bare.Respondents[i].Scores = nil
	}
	a, b := grade(t, ds, Options{Learn: approach.LearnTotals}), grade(t, bare, Options{})
	if !reflect.DeepEqual(figures(a), figures(b)) {
		t.Error("scores make a difference although they are left out")
	}
	if len(b.Notes) > 0 {
		t.Errorf("without scores, found the notes %q", b.Notes)
	}
}

// keepsGiven checks that points that were given stay, and that the rating moves with them: up if
// they are more than the model says of these answers, down if they are less, and not past them.
func keepsGiven(t *testing.T, r *Result, i int, model lrp.Prediction) {
	t.Helper()
	change, row, points := 0.0, r.Rows[i], r.Rows[i].Points
	for j, s := range r.Data.Respondents[i].Scores {
		if !math.IsNaN(s) {
			change += (s - model.Grades[j]) * r.Points[j]
			if math.Abs(points[j]-s*r.Points[j]) > 1e-9 {
				t.Errorf("row %d, question %d: %v points, given were %v", i, j, points[j], s*r.Points[j])
			}
		}
	}
	moved := row.Rating - 20*model.Rating
	if inside := row.Rating > 0 && row.Rating < 20; inside && (moved*change < 0 || moved == 0) {
		t.Errorf("row %d: moved by %v, the given points are %v above the model's", i, moved, change)
	}
}

// figures are the numbers of the rows, as text.
func figures(r *Result) (list []string) {
	for _, row := range r.Rows {
		list = append(list, fmt.Sprint(row.Rating, row.Low, row.High, row.Points))
	}
	return list
}

// Scores alone, without a key, are something to learn from, unless they are to be left out.
func TestLearnFromScoresAlone(t *testing.T) {
	ds := partlyGraded(20, 0, 12)
	for j := range ds.Questions {
		ds.Questions[j].Key = nil
	}
	r := grade(t, ds, Options{})
	if r.partial != 12 || !strings.Contains(r.Trust.String(), "points given for answers in 12 rows") {
		t.Errorf("%d partial: %s", r.partial, r.Trust)
	}
	if err := CheckKnown(ds); err != nil {
		t.Error(err)
	}
	unknown := func(err error) bool { return err != nil && strings.Contains(err.Error(), "neither a rating") }
	_, err := Grade(context.Background(), ds, Options{Learn: approach.LearnTotals})
	if !unknown(err) {
		t.Errorf("from totals: %v", err)
	}
	for i := range ds.Respondents {
		ds.Respondents[i].Scores = nil
	}
	if err := CheckKnown(ds); !unknown(err) {
		t.Errorf("without scores: %v", err)
	}
	if _, err := Grade(context.Background(), ds, Options{Learn: approach.LearnGrades}); err == nil ||
		!strings.Contains(err.Error(), "found no score of any answer") {
		t.Errorf("from grades that are not there: %v", err)
	}
}
