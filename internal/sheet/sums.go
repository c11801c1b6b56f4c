package sheet

import (
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/text"
)

// Sums checks the formulas whose stored value is 0 in a column, counted from 1, in the rows that
// were read. Empty lists the rows in which all cells that the formula refers to are empty. Wrong
// lists the names of cells whose formula refers to a number above 0. If the program that wrote the
// workbook calculated nothing, it also lists those that cannot be checked.
func (r *Reader) Sums(column int) (empty []int, wrong []string, err error) {
	for _, p := range r.parts {
		e, w, err := p.Reader.Sums(column)
		if err != nil {
			return nil, nil, err
		}
		for _, row := range e {
			empty = append(empty, row+p.offset)
		}
		wrong = append(wrong, w...)
	}
	if r.book == nil {
		return empty, wrong, nil
	}
	s := &summer{book: r.book, sheets: map[string]*loaded{}}
	zeros := r.book.rows.facts().zeros
	for _, at := range slices.SortedFunc(maps.Keys(zeros),
		func(a, b place) int { return a.row - b.row }) {
		if at.column != column {
			continue
		}
		found, err := s.formula(r.book.sheet, zeros[at], at, 0)
		switch {
		case err != nil:
			return nil, nil, err
		case found == nothing:
			empty = append(empty, at.row)
		case found == numbers, found == unknown && r.book.stale:
			name, _ := excelize.CoordinatesToCellName(column, at.row)
			wrong = append(wrong, name)
		}
	}
	return empty, wrong, nil
}

// sumOnly matches a formula that does nothing but add up cells.
var sumOnly = text.Pattern(`^=?SUM\([^()"]+\)$`)

// Total returns the sum of a formula without a stored value, NaN if all cells that it adds up are
// empty. The result is false if the formula does anything else, or adds up cells whose formulas
// have no stored value either.
func (r *Reader) Total(row, column int) (float64, bool) {
	if r, row = r.part(row); !r.Formula(row, column) {
		return 0, false
	}
	at := place{row, column}
	f := r.book.rows.facts().unstored[at]
	if r.book.sums == nil {
		r.book.sums = &summer{book: r.book, sheets: map[string]*loaded{}}
	}
	s := r.book.sums
	if s.sum, s.wrong = 0, false; !sumOnly().MatchString(f.text) {
		return 0, false
	}
	found, err := s.formula(r.book.sheet, f, at, 0)
	if found == nothing {
		s.sum = math.NaN()
	}
	return s.sum, err == nil && found != unknown && !s.wrong
}

// holding says what is in the cells that a formula refers to.
type holding int

const (
	unknown holding = iota
	nothing
	something
	numbers // above 0
)

// summer looks at the cells that formulas refer to.
type summer struct {
	book   *workbook
	sheets map[string]*loaded
	steps  int
	sum    float64 // of the numbers that were looked at
	wrong  bool    // one of the cells has a formula without a stored value
}

// loaded are the cells of a sheet by row.
type loaded struct {
	cells map[int][]string
	last  place // all cells after it are empty

	zeros, unstored map[place]formula
}

// Limits of the search through cells: the number of steps, and the depth in formulas.
const (
	maxSteps = 5_000_000
	maxDepth = 4
)

var (
	quoted    = text.Pattern(`"[^"]*"`)
	reference = text.Pattern(`(?:('[^']+'|[\p{L}\p{N}_.]+)!)?` +
		`\$?\b([A-Z]{1,3})(\$?)([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?\b(\(?)`)
)

// formula says what the cells hold to which a formula refers from a place. A cell in a fixed row,
// such as B$2, is the same for all rows, like attainable points, and does not count.
func (s *summer) formula(sheet string, f formula, at place, depth int) (holding, error) {
	down, right := at.row-f.at.row, at.column-f.at.column
	most := unknown
	for _, m := range reference().FindAllStringSubmatch(quoted().ReplaceAllString(f.text, ""), -1) {
		if m[3] != "" || m[7] != "" {
			continue
		}
		from, err1 := columnOf(m[2])
		top, err2 := strconv.Atoi(m[4])
		to, bottom := from, top
		if err1 != nil || err2 != nil {
			continue
		}
		if m[5] != "" {
			to, _ = columnOf(m[5])
			bottom, _ = strconv.Atoi(m[6])
		}
		other := sheet
		if m[1] != "" {
			other = strings.Trim(m[1], "'")
		}
		found, err := s.cells(other, place{top + down, from + right},
			place{bottom + down, to + right}, depth)
		if err != nil {
			return unknown, err
		}
		most = max(most, found)
	}
	return most, nil
}

// cells returns what a rectangle of cells holds.
func (s *summer) cells(sheet string, from, to place, depth int) (holding, error) {
	in, err := s.load(sheet)
	if in == nil || err != nil {
		return unknown, err
	}
	most := nothing
	for row := from.row; row <= min(to.row, in.last.row); row++ {
		for column := from.column; column <= min(to.column, in.last.column); column++ {
			if s.steps++; s.steps > maxSteps {
				return unknown, nil
			}
			cell := ""
			if cells := in.cells[row]; column >= 1 && column <= len(cells) {
				cell = strings.TrimSpace(cells[column-1])
			}
			at := place{row, column}
			if f, ok := in.zeros[at]; ok && depth < maxDepth {
				found, err := s.formula(sheet, f, at, depth+1)
				if err != nil {
					return unknown, err
				}
				most = max(most, found)
			} else if v, err := strconv.ParseFloat(cell, 64); err == nil && v != 0 {
				if s.sum += v; v > 0 {
					most = numbers
				}
				most = max(most, something)
			} else if cell != "" {
				most = max(most, something)
			}
			_, unstored := in.unstored[at]
			s.wrong = s.wrong || unstored
		}
	}
	return most, nil
}

// load returns the cells of a sheet, nil if there is no such sheet.
func (s *summer) load(sheet string) (*loaded, error) {
	if in, ok := s.sheets[sheet]; ok {
		return in, nil
	}
	i := slices.IndexFunc(s.book.pages,
		func(p page) bool { return strings.EqualFold(p.name, sheet) })
	if i < 0 {
		s.sheets[sheet] = nil
		return nil, nil
	}
	b := *s.book
	var err error
	if b.rows, err = b.open(b.pages[i]); err != nil {
		return nil, damagedBook(b.name, err)
	}
	in := &loaded{cells: map[int][]string{}}
	size := meter{name: b.name, most: maxHeld}
	for {
		row, err := b.next()
		if err == nil {
			err = size.add(row.Number, row.Cells)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		in.cells[row.Number] = row.Cells
		in.last = place{row.Number, max(in.last.column, len(row.Cells))}
	}
	in.zeros, in.unstored = b.rows.facts().zeros, b.rows.facts().unstored
	s.sheets[sheet] = in
	return in, nil
}
