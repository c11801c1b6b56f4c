package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// facts holds what is known about a sheet besides its cells, as far as it was read.
type facts struct {
	row      int               // the last
	hidden   map[int]bool      // columns
	unstored map[place]formula // of cells without a value
	zeros    map[place]formula
	formulas map[place]formula  // all
	shared   map[string]formula // by identifier
}

// place is a cell's row and column, from 1.
type place struct{ row, column int }

// formula is the text of a formula and the cell for which it was written.
type formula struct {
	text string
	at   place
}

// goTo goes to the row of a number, to the next row if it is empty.
func (f *facts) goTo(number string) error {
	row := f.row + 1
	if number != "" {
		var err error
		if row, err = strconv.Atoi(number); err != nil || row <= f.row {
			return fmt.Errorf("row %s after row %d", text.Quote(number), f.row)
		}
	}
	if row > maxNumber {
		return files.New("", 0, fmt.Sprintf("row %d", row),
			fmt.Sprintf("at most %d rows, as spreadsheets have", maxNumber))
	}
	f.row = row
	return nil
}

// hide notes that columns are hidden.
func (f *facts) hide(from, to string) {
	first, _ := strconv.Atoi(from)
	last, _ := strconv.Atoi(to)
	if f.hidden == nil {
		f.hidden = map[int]bool{}
	}
	for k := max(first, 1); k <= min(last, maxColumn); k++ {
		f.hidden[k] = true
	}
}

// formula notes a formula of the last row, and returns it.
func (f *facts) formula(column int, kind string, c content) formula {
	at := place{f.row, column}
	if f.zeros == nil {
		f.unstored, f.zeros = map[place]formula{}, map[place]formula{}
		f.formulas, f.shared = map[place]formula{}, map[string]formula{}
	}
	written := formula{c.text, at}
	if attribute(c.formula, "t") == "shared" {
		if id := attribute(c.formula, "si"); c.text == "" {
			written = f.shared[id]
		} else {
			f.shared[id] = written
		}
	}
	f.formulas[at] = written
	switch value, err := strconv.ParseFloat(c.value, 64); {
	case !c.stored, c.value == "" && (kind == "" || kind == "n"):
		f.unstored[at] = written
	case err == nil && value == 0:
		f.zeros[at] = written
	}
	return written
}

// Hidden reports whether a column of a workbook, from 1, is hidden.
func (r *Reader) Hidden(column int) bool {
	r, _ = r.part(0)
	return r.book != nil && r.book.rows.facts().hidden[column]
}

// Formula reports whether a cell of a workbook that was read, counted from 1, has a formula without
// a stored value. An empty text is a value.
func (r *Reader) Formula(row, column int) bool {
	r, row = r.part(row)
	if r.book == nil {
		return false
	}
	_, found := r.book.rows.facts().unstored[place{row, column}]
	return found
}

// Refers reports whether a cell of a workbook that was read, counted from 1, has a formula that
// refers to one of these columns.
func (r *Reader) Refers(row, column int, to []int) bool {
	r, row = r.part(row)
	if r.book == nil {
		return false
	}
	f := r.book.rows.facts().formulas[place{row, column}]
	for _, m := range reference().FindAllStringSubmatch(quoted().ReplaceAllString(f.text, ""), -1) {
		first, err := columnOf(m[2])
		last, _ := columnOf(cmp.Or(m[5], m[2]))
		right := column - f.at.column
		if err == nil && m[7] == "" && slices.ContainsFunc(to, func(k int) bool {
			return k >= first+right && k <= last+right
		}) {
			return true
		}
	}
	return false
}
