package datasets

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// recognise finds the columns, and leaves out rows that do not belong to a respondent, by
// comparison with the others.
func (w *wideReader) recognise() error {
	w.findNotation(w.rows)
	o := w.known(w.o.columns())
	o.Layout, o.Numbers = "wide", w.numbers
	o.Hidden = func(column int) bool { return w.in.Hidden(column + 1) }
	var err error
	if w.Layout, err = columns.Recognise(w.row.Cells, cellsOf(w.rows), o); err != nil {
		return err
	}
	found := w.Strangers(cellsOf(w.rows), w.numbers)
	if len(found) == 0 {
		return nil
	}
	if first := w.rows[0]; found[0].Row == 0 && w.asks(first) {
		w.texts, found[0].Why = first.Cells, "the wording of the questions"
	}
	w.d.Notes = append(w.d.Notes, columns.ListStrangers(found,
		func(i int) int { return w.rows[i].Number })...)
	for _, s := range slices.Backward(found) {
		if row := w.rows[s.Row]; w.points == nil && w.isPoints(row) {
			w.points, w.d.Table.Points = row.Cells, row.Number
		}
		w.rows = slices.Delete(w.rows, s.Row, s.Row+1)
		w.counted = slices.Delete(w.counted, s.Row, s.Row+1)
	}
	w.Layout, err = columns.Recognise(w.row.Cells, cellsOf(w.rows), o)
	return err
}

// isPoints reports whether a row has a number for each question that add up to its total, which is
// at least that of all others.
func (w *wideReader) isPoints(row sheet.Row) bool {
	total, _, ok := w.numbers.Number(columns.At(row.Cells, w.Rating))
	sum := 0.0
	for _, q := range w.Questions {
		v, _, number := w.numbers.Number(columns.At(row.Cells, q.Column))
		if sum += v; !number || v <= 0 {
			return false
		}
	}
	return ok && math.Abs(sum-total) < 1e-9 && !slices.ContainsFunc(w.rows, func(other sheet.Row) bool {
		v, _, ok := w.numbers.Number(columns.At(other.Cells, w.Rating))
		return ok && v > total
	})
}

// asks reports whether most responses of a row end in a question mark.
func (w *wideReader) asks(row sheet.Row) bool {
	n := 0
	for _, q := range w.Questions {
		if cell := strings.TrimSpace(columns.At(row.Cells, q.Column)); strings.HasSuffix(cell, "?") ||
			strings.HasSuffix(cell, "？") {
			n++
		}
	}
	return 2*n > len(w.Questions)
}

// load reads all rows and sets aside those that do not belong to a respondent.
func (w *wideReader) load() error {
	marks := columns.MarkColumns(w.row.Cells, w.o.IDColumn)
	number, skipped := w.row.Number, 0
	workbook := w.d.Table.Sheet != ""
	for {
		row, err := w.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if number++; workbook {
			number = row.Number
		}
		if blank(row.Cells) {
			continue
		}
		if err := w.width(&row, len(w.row.Cells)); err != nil {
			return err
		}
		switch mark := w.mark(row, marks); {
		case mark == markKey && w.answers == nil:
			w.answers, w.d.Table.Answers = row.Cells, row.Number
		case mark == markKey:
			return w.fault(row.Number, "a second row of acceptable answers", fmt.Sprintf(
				"one, as on line %d, with alternatives separated by |", w.d.Table.Answers))
		case mark == markPoints && w.points == nil:
			w.points, w.d.Table.Points = row.Cells, row.Number
		case mark == markSummary:
			skipped++
		default:
			w.rows, w.counted = append(w.rows, row), append(w.counted, number)
		}
	}
	if skipped > 0 {
		w.note("%s of averages and the like left out", text.Count(skipped, "row"))
	}
	return nil
}

type rowMark int

const (
	markNone rowMark = iota
	markKey
	markPoints
	markSummary
)

// mark recognises marked rows, which do not belong to a respondent. A row of points holds only
// numbers.
func (w *wideReader) mark(row sheet.Row, marks []int) rowMark {
	for _, k := range marks {
		cell := columns.At(row.Cells, k)
		points, summary := columns.IsPoints(cell), columns.IsSummary(cell)
		switch {
		case columns.IsKey(cell), columns.MayBeKey(cell) && len(marks) > 1 &&
			len(cellsIn(row.Cells, marks)) == 1:
			return markKey
		case !points && !summary:
		case !numbersBeside(row.Cells, k):
			return markNone
		case points:
			return markPoints
		default:
			return markSummary
		}
	}
	return markNone
}

// cellsIn returns a row's entries in the given columns.
func cellsIn(cells []string, which []int) (found []string) {
	for _, k := range which {
		if c := strings.TrimSpace(columns.At(cells, k)); c != "" {
			found = append(found, c)
		}
	}
	return found
}

// numbersBeside reports whether a row has numbers, and nothing else but one cell.
func numbersBeside(cells []string, k int) bool {
	numbers := 0
	for other, c := range cells {
		if _, _, ok := columns.Number(c); ok {
			numbers++
		} else if other != k && !columns.Missing(c) {
			return false
		}
	}
	return numbers > 0
}
