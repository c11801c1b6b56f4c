package grade

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// WriteTable writes the table that Data was read from, which source contains, with the columns of
// the result on the right, or in place of those of an earlier result. Of the options, only those
// that say how a table is read count. If Data has no table with one row for each respondent,
// WriteTable writes a new one, in the form that the extension of name stands for: the identifiers,
// the given ratings if there can be any, and the columns. A workbook says what was written, for
// [Wrote]; for a text, the page says it that [Result.WriteHTML] writes then.
func (r *Result) WriteTable(
	w io.Writer, name string, source io.Reader, o datasets.TableOptions,
) error {
	var b bytes.Buffer
	t := r.Data.Table
	if t == nil || !t.Wide {
		if err := r.writeNew(&b, name); err != nil {
			return err
		}
		return r.seal(w, name, b.Bytes())
	}
	comma, err := sheet.ParseComma(o.Delimiter)
	if err != nil {
		return err
	}
	added, places := r.added()
	err = sheet.Append(&b, source, t.File,
		sheet.Options{Sheet: t.Sheet, Comma: comma, Encoding: o.Encoding,
			Layout: r.layout()}, added, places...)
	if err != nil {
		return err
	}
	return r.seal(w, name, b.Bytes())
}

// layout says what people work with in the table.
func (r *Result) layout() sheet.Layout {
	t := r.Data.Table
	column := func(name string) int {
		return slices.IndexFunc(t.Columns, func(c string) bool { return name != "" && c == name }) + 1
	}
	l := sheet.Layout{ID: column(t.ID), Low: min(r.Scale.Value(0), r.Scale.Value(1)),
		High: max(r.Scale.Value(0), r.Scale.Value(1)), Prompts: map[int]string{}}
	for j, q := range r.Data.Questions {
		prompt := textOf(q)
		if len(q.Key) > 0 {
			prompt = strings.TrimSpace(prompt + " Accepted: " + inLine(strings.Join(q.Key, " | ")))
		}
		if c := column(t.Questions[j]); c > 0 && prompt != "" {
			l.Prompts[c] = prompt
		}
	}
	if !t.Percent {
		l.Points = column(t.Rating)
	}
	return l
}

func texts(names []string) []any {
	return numbers.Map(names, func(name string) any { return name })
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
	return writeRows(w, name, sheet.Page{Name: "graded", Rows: rows})
}

// writeRows writes a page's rows in the form that the extension of name stands for.
func writeRows(w io.Writer, name string, p sheet.Page) error {
	switch sheet.Extension(name) {
	case ".xlsx", ".xlsm":
		return sheet.WriteBook(w, p)
	case ".tsv", ".tab":
		return sheet.Write(w, sheet.Dialect{Comma: '\t'}, p.Rows)
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, p.Rows)
}

// columns returns what is added to a table of the respondents: names and, for each respondent, a
// cell under each name. A cell is a string, an int, a float64 in the user's units, rounded to the
// decimals worth writing, or nil. A name that is in taken gets an addition.
//
// The columns are the predicted rating (named transductive if it is), low and high; rounded, if all
// given ratings are multiples of a [Result.step]; the suggested points of each question, whose
// names come first; look first, the rank of [Row].First; and note, which says what is odd about a
// given rating. Rated respondents have a note alone; results of [Predicted] have none.
func (r *Result) columns(taken ...string) (names []string, cells [][]any) {
	step := r.step()
	names = []string{columns.PredictedName, columns.LowName, columns.HighName}
	if r.transductive {
		names[0] += columns.TransductiveEnd
	}
	if step > 0 {
		names = append(names, columns.RoundedName)
	}
	if r.Graded() {
		for _, q := range r.Data.Questions {
			names = append(names, text.Abridge(q.ID, 60)+columns.SuggestedEnd)
		}
	}
	names = append(names, columns.FirstName)
	if !r.model {
		names = append(names, columns.NoteName)
	}
	used := map[string]bool{}
	for _, name := range taken {
		used[strings.ToLower(strings.TrimSpace(name))] = true
	}
	for k, name := range names {
		for used[strings.ToLower(name)] {
			name += columns.TakenEnd
		}
		used[strings.ToLower(name)] = true
		names[k] = name
	}
	for i := range r.Rows {
		cells = append(cells, r.cells(&r.Rows[i], step))
	}
	return names, cells
}

// cells returns the cells of a row. Ratings in a table of percentages are percentages too.
func (r *Result) cells(row *Row, step float64) []any {
	values, first := []float64{r.Round(row.Rating), r.Round(row.Low), r.Round(row.High)}, any(row.First)
	if step > 0 {
		zero := r.Scale.Value(0)
		values = append(values, r.within(zero+math.Round((row.Rating-zero)/step)*step))
	}
	if row.Rated() {
		first = nil
	}
	var cells []any
	for _, v := range values {
		switch t := r.Data.Table; {
		case row.Rated() || math.IsNaN(v):
			cells = append(cells, nil)
		case t != nil && t.Wide && t.Percent:
			cells = append(cells, sheet.Percent(v))
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

// ratedRow is the prediction for an unrated respondent alone.
type ratedRow struct {
	ID     string `json:"id"`
	Rating any    `json:"rating"`
	Low    any    `json:"low"` // nil if there is none
	High   any    `json:"high"`

	Transductive bool `json:"transductive,omitempty"`
}

// WriteRatings writes identifiers, ratings and intervals of the unrated respondents alone: as CSV,
// or as JSON lines. Numbers have two more decimals than are worth showing. In CSV, an identifier
// that a spreadsheet would take for a formula gets a ' before it.
func (r *Result) WriteRatings(w io.Writer, lines bool) error {
	factor := math.Pow(10, float64(r.Decimals()+2))
	round := func(v float64) any {
		if math.IsNaN(v) {
			return nil
		}
		return math.Round(v*factor)/factor + 0 // never -0
	}
	rows := [][]any{{"id", "rating", "low", "high"}}
	if r.transductive {
		rows[0][1] = "rating (transductive)"
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Rated() {
			continue
		}
		x := ratedRow{row.ID, round(row.Rating), round(row.Low), round(row.High), r.transductive}
		rows = append(rows, []any{x.ID, x.Rating, x.Low, x.High})
		if lines {
			if err := e.Encode(x); err != nil {
				return err
			}
		}
	}
	if lines {
		return nil
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}
