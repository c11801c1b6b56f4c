package datasets

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/sheet"
)

// MarshalWide returns a data set, which must pass [Dataset.Validate], as a table in wide form that
// the format [Table] reads: one row per respondent in the columns id, one per question, one for the
// scores of each question (if there are scores) and rating. Ratings are written in the units of
// d.Scale if these start at 0 and nothing is lost; the column is then called "total (max 20)".
//
// The result is comma-separated text and a key as from [MarshalCSV], or a workbook with the key in
// a second sheet; key is then nil. losses lists, in one clause each, what will differ after reading
// it again, besides Name and RatingNote. Errors are those of MarshalCSV.
func MarshalWide(d *Dataset, workbook bool) (table, key []byte, losses []string, err error) {
	if err := d.Validate(); err != nil {
		return nil, nil, nil, err
	}
	rows, answers := wideRows(d), keyCells(d)
	if workbook {
		var b bytes.Buffer
		err = sheet.WriteBook(&b, sheet.Page{Name: "Responses", Rows: rows},
			sheet.Page{Name: "Key", Rows: answers})
		table = b.Bytes()
	} else {
		table, key = textOf(rows), textOf(answers)
	}
	var back *Dataset
	if err == nil {
		back, err = readWideAgain(table, key)
	}
	if err == nil {
		err = sameIDs(d, back)
	}
	if err != nil {
		return nil, nil, nil, &Error{File: d.Name, Err: err,
			Msg: "found what a table in wide form cannot hold, expected what can be read again: " +
				err.Error()}
	}
	return table, key, differences(d, back), nil
}

func readWideAgain(table, key []byte) (*Dataset, error) {
	var answers *answerKey
	if key != nil {
		in, err := sheet.NewReader(bytes.NewReader(key), "key", sheet.Options{})
		if err != nil {
			return nil, err
		}
		if answers, err = readKey(in, "key", Options{}); err != nil {
			return nil, err
		}
	}
	in, err := sheet.NewReader(bytes.NewReader(table), "table", sheet.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readOne(in, "table", answers, TableOptions{}, Options{})
}

// wideRows returns the header and a row per respondent.
func wideRows(d *Dataset) [][]any {
	scored := slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Scores != nil })
	header := []any{"id"}
	for _, q := range d.Questions {
		header = append(header, q.ID)
	}
	points := d.Points
	if points == nil {
		points = slices.Repeat([]float64{1}, len(d.Questions))
	}
	if scored {
		for i, q := range d.Questions {
			header = append(header, fmt.Sprintf("%s score (max %v)", q.ID, points[i]))
		}
	}
	name, totals := wideTotals(d)
	rows := [][]any{append(header, name)}
	for i := range d.Respondents {
		r := &d.Respondents[i]
		row := []any{r.ID}
		for _, response := range r.Responses {
			row = append(row, response)
		}
		for q := range d.Questions {
			switch {
			case !scored:
			case r.Scores == nil:
				row = append(row, nil)
			default:
				row = append(row, clean(r.Scores[q], points[q]))
			}
		}
		rows = append(rows, append(row, totals[i]))
	}
	return rows
}

// wideTotals returns the name of the column of ratings and its cells.
func wideTotals(d *Dataset) (name string, cells []any) {
	inUnits := !d.Scale.Unit() && d.Scale.Zero == 0
	for i := range d.Respondents {
		r := d.Respondents[i].Rating
		v := clean(r, d.Scale.Full)
		inUnits = inUnits && (math.IsNaN(r) || v/d.Scale.Full == r)
		cells = append(cells, v)
	}
	if inUnits {
		return fmt.Sprintf("total (max %v)", d.Scale.Full), cells
	}
	for i := range cells {
		cells[i] = d.Respondents[i].Rating
	}
	return "rating (max 1)", cells
}

// clean removes the rounding error from a share of a highest value, if the result gives the same
// share again.
func clean(share, top float64) float64 {
	v := share * top
	if rounded := math.Round(v*1e6) / 1e6; rounded/top == share {
		return rounded
	}
	return v
}
