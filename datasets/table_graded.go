package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Graded is what a person wrote into the columns of an earlier lrp grade, by line or row.
type Graded struct {
	Notes map[int]string // words, without those of the program
	// Totals were written over predictions in rows without a total, and count as totals.
	// They are also those of formulas that refer to predictions.
	Totals map[int]float64
	Column int // of the totals, from 0
}

// gradedNote matches a note that lrp grade writes.
var gradedNote = text.Pattern(`^check this rating: given \S+, expected \S+ to \S+ by the other ratings$`)

// takeGraded reads what a person wrote into the columns of an earlier lrp grade, and takes numbers
// over predictions for totals of rows that have none.
func (w *wideReader) takeGraded(totals []float64) error {
	c := columns.FindGraded(w.row.Cells)
	if c == nil {
		return nil
	}
	g := &Graded{map[int]string{}, map[int]float64{}, w.Rating}
	w.d.Table.Graded = g
	seal, own := newGradedSeal(w.in.Seal()), numbers.Map(c.All, func(k int) int { return k + 1 })
	var written, points, moved []int
	for i, row := range w.rows {
		var notes []string
		if note := strings.TrimSpace(columns.At(row.Cells, c.Note)); note != "" && !gradedNote().MatchString(note) {
			notes = append(notes, note)
		}
		for _, k := range c.All { // which have numbers but for the notes
			cell := strings.TrimSpace(columns.At(row.Cells, k))
			if _, _, ok := w.numbers.Number(cell); cell != "" && !ok && k != c.Note {
				notes, moved = append(notes, w.row.Cells[k]+": "+cell), append(moved, row.Number)
			}
		}
		if len(notes) > 0 {
			g.Notes[row.Number] = strings.Join(notes, "; ")
		}
		if w.Rating >= 0 && w.in.Refers(row.Number, w.Rating+1, own) && !math.IsNaN(totals[i]) {
			g.Totals[row.Number] = totals[i] // as the predictions of this row are left empty now
		}
		if !math.IsNaN(totals[i]) || seal == nil {
			continue
		}
		for _, k := range []int{c.Predicted, c.Rounded} {
			if v, changed := w.over(seal, c, row, k); changed && math.IsNaN(totals[i]) {
				totals[i], g.Totals[row.Number] = v, v
				written = append(written, row.Number)
			}
		}
		for _, k := range c.Suggested {
			if _, changed := w.over(seal, c, row, k); changed {
				points = append(points, row.Number)
				break
			}
		}
	}
	if moved = slices.Compact(moved); len(moved) > 0 {
		w.note("words in columns of an earlier lrp grade go to the column %q (%s)", columns.NoteName, rowList(moved))
	}
	return w.sayGraded(seal, written, points)
}

// sayGraded leaves it to the user what numbers over predictions count for.
func (w *wideReader) sayGraded(seal *gradedSeal, written, points []int) error {
	if seal == nil {
		w.note("the file does not say which predictions lrp grade wrote: type totals into the column of " +
			"totals, not over predictions")
	}
	if n := len(written); n > 0 {
		found := fmt.Sprintf("%s changed by hand (%s)", text.Count(n, "predicted rating"), rowList(written))
		if w.Rating < 0 {
			return w.fault(w.d.Table.Header, found, "totals in a column of their own: add one, such as Total")
		}
		w.doubt(found+", which the best guess takes for totals", "type totals into the column "+
			text.Quote(w.Header[w.Rating]))
	}
	if n := len(points); n > 0 {
		w.doubt("suggested points changed by hand ("+rowList(points)+"), which the best guess leaves out",
			"type points into columns of points, such as \"Q1 points\"")
	}
	return nil
}

// rowList names rows, the first ones only if there are many.
func rowList(rows []int) string {
	const most = 10
	list := text.Plural(len(rows), "row", "rows") + " "
	for i, row := range rows[:min(len(rows), most)] {
		if i > 0 {
			list += ", "
		}
		list += strconv.Itoa(row)
	}
	if more := len(rows) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// over returns the number in a cell of a row, and whether a person wrote it over another.
func (w *wideReader) over(seal *gradedSeal, c *columns.Graded, row sheet.Row, k int) (float64, bool) {
	cell := columns.At(row.Cells, k)
	v, _, ok := w.numbers.Number(cell)
	if !ok || math.IsNaN(v) {
		return v, false
	}
	off := 1e-6 * max(1, math.Abs(v))
	if strings.HasSuffix(strings.TrimSpace(cell), "%") {
		off = .51 // percentages are read as they are shown
	}
	name := columns.GradedName(w.row.Cells[k])
	for _, was := range seal.at(columns.At(row.Cells, c.First), name) {
		if math.Abs(was-v) <= off {
			return v, false
		}
	}
	return v, true
}

// gradedSeal are the cells that lrp grade wrote. The seal of a table has its digest and the earlier
// result that it goes on from in the first row, the names of the columns in the second, and then a
// row of cells for each rank in the column "look first", from 1.
type gradedSeal struct {
	names map[string]int
	rows  [][]string
}

func newGradedSeal(rows [][]string) *gradedSeal {
	if len(rows) < 2 {
		return nil
	}
	s := &gradedSeal{map[string]int{}, rows[2:]}
	for k, name := range rows[1] {
		s.names[columns.GradedName(name)] = k
	}
	return s
}

// at returns the numbers that were in a column in the row of a rank, or in all rows if there is no
// such rank.
func (s *gradedSeal) at(rank, name string) (list []float64) {
	k, found := s.names[name]
	if !found {
		return nil
	}
	rows := s.rows
	if n, err := strconv.Atoi(strings.TrimSpace(rank)); err == nil && n >= 1 && n <= len(rows) {
		rows = rows[n-1 : n]
	}
	for _, row := range rows {
		if v, err := strconv.ParseFloat(columns.At(row, k), 64); err == nil {
			list = append(list, v)
		}
	}
	return list
}
