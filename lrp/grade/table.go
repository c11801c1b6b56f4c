package grade

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
)

// WriteTable writes the table that Data was read from, which source contains, with the columns of
// the result on the right. Of the options, only those that say how a table is read count. If Data
// has no table with one row for each respondent, WriteTable writes a new one, in the form that the
// extension of name stands for: the identifiers, the given ratings if there can be any, and the
// columns.
func (r *Result) WriteTable(
	w io.Writer, name string, source io.Reader, o datasets.TableOptions,
) error {
	if r.Data.Table == nil || !r.Data.Table.Wide {
		return r.writeNew(w, name)
	}
	names, cells := r.columns(r.Data.Table.Columns...)
	added := sheet.Added{r.Data.Table.Header: texts(names)}
	for i, row := range r.Data.Table.Rows {
		added[row] = cells[i]
		if r.Data.Table.Percent {
			r.percent(cells[i])
		}
	}
	comma, err := sheet.ParseComma(o.Delimiter)
	if err != nil {
		return err
	}
	return sheet.Append(w, source, r.Data.Table.File,
		sheet.Options{Sheet: r.Data.Table.Sheet, Comma: comma, Encoding: o.Encoding}, added)
}

// percent turns the ratings among the cells of a row into percentages, as the given ratings are.
func (r *Result) percent(cells []any) {
	ratings := 3
	if r.step() > 0 {
		ratings++
	}
	for k, cell := range cells[:ratings] {
		if v, ok := cell.(float64); ok {
			cells[k] = sheet.Percent(v)
		}
	}
}

func texts(names []string) []any {
	list := make([]any, len(names))
	for k, name := range names {
		list[k] = name
	}
	return list
}

// writeNew writes a table with one row per respondent.
func (r *Result) writeNew(w io.Writer, name string) error {
	first := []string{"id", "given rating"}
	if r.model {
		first = first[:1]
	}
	names, cells := r.columns(first...)
	rows := [][]any{append(texts(first), texts(names)...)}
	for i := range r.Rows {
		row := []any{r.Rows[i].ID}
		switch {
		case r.model:
		case r.Rows[i].Rated():
			row = append(row, r.Round(r.Rows[i].Given))
		default:
			row = append(row, nil)
		}
		rows = append(rows, append(row, cells[i]...))
	}
	return writeRows(w, name, "graded", rows)
}

// writeRows writes rows in the form that the extension of name stands for, a workbook as its page.
func writeRows(w io.Writer, name, page string, rows [][]any) error {
	switch sheet.Extension(name) {
	case ".xlsx", ".xlsm":
		return sheet.WriteBook(w, sheet.Page{Name: page, Rows: rows})
	case ".tsv", ".tab":
		return sheet.Write(w, sheet.Dialect{Comma: '\t'}, rows)
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}

// columns returns what is added to a table of the respondents: names and, for each respondent, a
// cell under each name. A cell is a string, an int, a float64 in the user's units, rounded to the
// decimals worth writing, or nil. A name that is in taken gets an addition.
//
// The columns are the predicted rating (named transductive if it is), low and high; rounded, if all
// given ratings are multiples of a [Result.step]; the suggested points of each question, whose names
// come first; look first, the rank of [Row].First; and note, which says what is odd about a given
// rating. Rated respondents have a note alone; results of [Predicted] have none.
func (r *Result) columns(taken ...string) (names []string, cells [][]any) {
	step := r.step()
	names = []string{"predicted rating", "low", "high"}
	if r.transductive {
		names[0] += " (transductive)"
	}
	if step > 0 {
		names = append(names, "rounded")
	}
	if r.Graded() {
		for _, q := range r.Data.Questions {
			names = append(names, abridge(q.ID, 60)+" suggested")
		}
	}
	names = append(names, "look first")
	if !r.model {
		names = append(names, "note")
	}
	used := map[string]bool{}
	for _, name := range taken {
		used[strings.ToLower(strings.TrimSpace(name))] = true
	}
	for k, name := range names {
		for used[strings.ToLower(name)] {
			name += " (lrp)"
		}
		used[strings.ToLower(name)] = true
		names[k] = name
	}
	for i := range r.Rows {
		cells = append(cells, r.cells(&r.Rows[i], step))
	}
	return names, cells
}

func (r *Result) cells(row *Row, step float64) []any {
	values, first := []float64{row.Rating, row.Low, row.High}, any(row.First)
	if step > 0 {
		zero := r.Scale.Value(0)
		values = append(values, r.within(zero+math.Round((row.Rating-zero)/step)*step))
	}
	if row.Rated() {
		values, first = slices.Repeat([]float64{math.NaN()}, len(values)), nil
	}
	var cells []any
	for k, v := range values {
		switch {
		case math.IsNaN(v):
			cells = append(cells, nil)
		case k < 3:
			cells = append(cells, r.Round(v))
		default:
			cells = append(cells, v)
		}
	}
	if points := r.Suggested(row); points != nil {
		for _, p := range points {
			cells = append(cells, p)
		}
	} else if r.Graded() {
		cells = append(cells, make([]any, len(r.Data.Questions))...)
	}
	if cells = append(cells, first); r.model {
		return cells
	}
	return append(cells, r.note(row))
}

// note says what is odd about a given rating; nil if nothing is.
func (r *Result) note(row *Row) any {
	if !row.Odd() {
		return nil
	}
	return fmt.Sprintf("check this rating: given %.6g, expected %s to %s by the other ratings",
		row.Given, r.Format(row.Low), r.Format(row.High))
}

// abridge shortens a text to n characters.
func abridge(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
