package report

import (
	"encoding/csv"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestGrades computes the agreement on every question from the file: the kappa by its definition,
// from all pairs of responses. Without scores, the same grades are written alone.
func TestGrades(t *testing.T) {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := approach.Select(approach.All(), "CBG", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	o := experiment.Options{Trials: 2, Folds: 3, Seed: 1, Approaches: list, Predictions: true,
		Learn: approach.LearnTotals}
	r, err := experiment.CrossValidate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	rows := gradeRows(t, r)
	d := r.Datasets[0]
	result := d.Results[0] // learners come first
	n := 0
	for _, q := range result.Grades.Questions {
		for _, unseen := range []bool{false, true} {
			var score, predicted []float64
			for _, row := range rows {
				if row[2] == result.Approach && row[4] == q.ID && (!unseen || row[7] == "false") {
					score, predicted = append(score, parsed(t, row[5])), append(predicted, parsed(t, row[6]))
				}
			}
			want, responses := q.All, q.Responses
			if unseen {
				want, responses = q.OnUnseen, q.Unseen
			} else {
				n += len(score)
			}
			got := slowAgreement(score, predicted, d.Human.Levels)
			if len(score) != responses || differ(got.Accuracy, want.Accuracy) || differ(got.Kappa, want.Kappa) ||
				differ(got.RMSE, want.RMSE) {
				t.Errorf("%s, unseen %v: %d responses with %+v in the file, %d with %+v in the report", q.ID,
					unseen, len(score), got, responses, want)
			}
		}
	}
	if n != len(rows) || n != 2*d.Respondents*d.Questions {
		t.Errorf("%d rows, %d of them of known questions", len(rows), n)
	}

	for i := range sets[0].Respondents {
		sets[0].Respondents[i].Scores, sets[0].Respondents[i].Judgements = nil, nil
	}
	if r, err = experiment.CrossValidate(t.Context(), sets, o); err != nil {
		t.Fatal(err)
	}
	for i, row := range gradeRows(t, r) {
		if rows[i][5] = ""; !slices.Equal(row, rows[i]) {
			t.Fatalf("row %q without scores, %q with them", row, rows[i])
		}
	}
}

func gradeRows(t *testing.T, r *experiment.Report) [][]string {
	var b strings.Builder
	if err := WriteGrades(&b, r); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	return rows[1:]
}

func slowAgreement(score, predicted []float64, levels int) (a experiment.Agreement) {
	level := func(x float64) float64 { return math.Floor(x*float64(levels-1) + .5) }
	var observed, expected, squares, n float64
	for i, s := range score {
		p := predicted[i]
		n++
		squares += (s - p) * (s - p)
		if (s >= .5) == (p >= .5) {
			a.Accuracy++
		}
		observed += math.Pow(level(s)-level(p), 2)
		for _, p := range predicted {
			expected += math.Pow(level(s)-level(p), 2)
		}
	}
	a.Accuracy /= n
	a.RMSE, a.Kappa = math.Sqrt(squares/n), 1-n*observed/expected
	return a
}

func differ(a, b float64) bool { return !(math.Abs(a-b) < 1e-9) && !(math.IsNaN(a) && math.IsNaN(b)) }
