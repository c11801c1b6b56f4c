package grade

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// The exam that docs/grading.md grades by decisions, and the sheets with points.
const byHand = "../../testdata/decisions/"

// byHandExam returns the exam as a table and the points that its answers deserve.
func byHandExam() (table []byte, points map[wording]float64, totals []float64, err error) {
	ds := lrptest.Civics(40, 29)
	rows := [][]any{{"Name"}, {"points"}, {"key"}}
	for j, q := range ds.Questions {
		rows[0] = append(rows[0], fmt.Sprint("Q", j+1))
		rows[1] = append(rows[1], 2)
		rows[2] = append(rows[2], strings.Join(q.Key, " | "))
	}
	points = map[wording]float64{}
	for i, r := range ds.Respondents {
		row, total := []any{fmt.Sprintf("Student %02d", i+1)}, 0.0
		for j, answer := range r.Responses {
			row = append(row, answer)
			w := wording{j, auto.Wording(answer)}
			if _, known := points[w]; !known {
				points[w] = math.Round(4*r.Scores[j]) / 2
			}
			total += points[w]
		}
		rows, totals = append(rows, row), append(totals, total)
	}
	var b bytes.Buffer
	err = sheet.Write(&b, sheet.Dialect{}, rows)
	return b.Bytes(), points, totals, err
}

// TestByHand grades the exam with the sheets, as the document says, and checks that totals are as
// near to what its answers deserve as the document says.
func TestByHand(t *testing.T) {
	table, points, totals, err := byHandExam()
	if err != nil {
		t.Fatal(err)
	}
	suite.Golden(t, byHand+"exam.csv", table)
	ds, err := datasets.ReadTable(bytes.NewReader(table), "exam.csv", datasets.TableOptions{},
		datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sheets []string
	o := Options{Transductive: true}
	for round, most := range []float64{1.7, 1.2, 1.1} {
		path := byHand + []string{"exam-next.csv", "exam-next-2.csv", "exam-next-3.csv"}[round]
		if suite.Update() {
			fillByHand(t, ds, o, path, points)
		}
		sheets = append(sheets, path)
		if o.Decisions, err = ReadDecisions(ds, sheets...); err != nil {
			t.Fatal(err)
		}
		var squares, sum float64
		for i, row := range grade(t, ds, o).Rows {
			e := row.Rating - totals[i]
			squares, sum = squares+e*e, sum+math.Abs(e)
		}
		rmse := math.Sqrt(squares / float64(len(totals)))
		t.Logf("%d decisions: RMSE %.2f, MAE %.2f", len(o.Decisions), rmse, sum/float64(len(totals)))
		if rmse > most || len(o.Decisions) != 20*(round+1) {
			t.Errorf("%d decisions: error %v, expected at most %v", len(o.Decisions), rmse, most)
		}
	}
}

// fillByHand asks what to grade next, and writes the sheet with points.
func fillByHand(t *testing.T, ds *datasets.Dataset, o Options, path string, points map[wording]float64) {
	t.Helper()
	a, err := Next(context.Background(), ds, o, 20)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(a)
	var b bytes.Buffer
	if err := a.Write(&b, path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	fill(t, path, func(row int, _ []string) any {
		x := a.Items[row-1]
		return points[wording{x.Question, auto.Wording(x.Answer)}]
	})
}
