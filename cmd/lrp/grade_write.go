package main

import (
	"encoding/json"
	"io"
	"math"
	"os"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/grading"
)

// writeTable writes the table again with columns added or, where the source has no row for each
// respondent, a new table.
func (t *gradeTarget) writeTable(w io.Writer, r *grading.Result) error {
	var source io.Reader
	if t.inPlace() {
		in, err := os.Open(t.ds.Table.File)
		if err != nil {
			return err
		}
		defer in.Close()
		source = in
	}
	return r.WriteTable(w, t.table, source, t.flags.data.TableOptions)
}

// predictedRow is the prediction for an unrated respondent in the user's units.
type predictedRow struct {
	ID     string `json:"id"`
	Rating any    `json:"rating"`
	Low    any    `json:"low"` // nil if there is none
	High   any    `json:"high"`

	Transductive bool `json:"transductive,omitempty"`
}

// predictedRows lists the unrated respondents. Numbers have two decimals more than are worth
// showing.
func predictedRows(r *grading.Result, transductive bool) []predictedRow {
	factor := math.Pow(10, float64(r.Decimals()+2))
	round := func(v float64) any {
		if math.IsNaN(v) {
			return nil
		}
		return math.Round(v*factor)/factor + 0 // never -0
	}
	var list []predictedRow
	for _, row := range r.Rows {
		if !row.Rated() {
			list = append(list,
				predictedRow{row.ID, round(row.Rating), round(row.Low), round(row.High), transductive})
		}
	}
	return list
}

func writeGradesJSON(w io.Writer, r *grading.Result, transductive bool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, row := range predictedRows(r, transductive) {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// writeGradesCSV writes the predictions. An identifier that a spreadsheet would take for a formula
// gets a ' before it.
func writeGradesCSV(w io.Writer, r *grading.Result, transductive bool) error {
	rows := [][]any{{"id", "rating", "low", "high"}}
	if transductive {
		rows[0][1] = "rating (transductive)"
	}
	for _, row := range predictedRows(r, transductive) {
		rows = append(rows, []any{row.ID, row.Rating, row.Low, row.High})
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}
