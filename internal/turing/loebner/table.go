package loebner

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// table reads the rows of a table, with cells addressed by column name.
type table struct {
	file    string
	in      *sheet.Reader
	columns map[string]int
	ignored []string
	row     []string
	line    int
	rows    int
	width   int // cells of the header
	err     error
}

// openTable reads the header, in which some columns are required and others optional. If only
// columns are missing, it returns the table along with the error.
func openTable(in io.Reader, file string, needed []string, optional ...string) (*table, error) {
	reader, err := sheet.NewReader(in, file, sheet.Options{})
	if err != nil {
		return nil, err
	}
	t := &table{file: file, in: reader, columns: make(map[string]int)}
	expected := "the columns " + joinAnd(needed)
	if !t.read() {
		t.close()
		if t.err == nil {
			t.err = fileerr.New(file, 0, "nothing", expected)
		}
		return nil, t.err
	}
	t.width = len(t.row)
	for i, cell := range t.row {
		name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(cell)), " ", "_")
		known := slices.Contains(needed, name) || slices.Contains(optional, name)
		if _, again := t.columns[name]; again && known {
			t.close()
			return nil, fileerr.New(file, t.line, "two columns "+name, "one")
		}
		t.columns[name] = i
		if !known && name != "" {
			t.ignored = append(t.ignored, strings.TrimSpace(cell))
		}
	}
	for _, name := range needed {
		if !t.has(name) {
			t.close()
			return t, fileerr.New(file, t.line, "no column "+name, expected)
		}
	}
	return t, nil
}

func (t *table) close() { t.in.Close() }

func (t *table) has(column string) bool {
	_, ok := t.columns[column]
	return ok
}

// read reads the next row that is not empty and reports whether there is one.
func (t *table) read() bool {
	for t.err == nil {
		row, err := t.in.Next()
		if errors.Is(err, io.EOF) {
			return false
		}
		t.row, t.line, t.err = row.Cells, row.Number, err
		if err == nil && slices.ContainsFunc(t.row, func(cell string) bool {
			return strings.TrimSpace(cell) != ""
		}) {
			return true
		}
	}
	return false
}

// next reads the next row, at most max of them, and reports whether there is one.
func (t *table) next(max int) bool {
	if !t.read() {
		return false
	}
	if t.rows++; t.rows > max {
		t.err = fileerr.New(t.file, t.line, "another row", fmt.Sprintf("at most %d", max))
		return false
	}
	if n := t.width; len(t.row) > n && strings.Join(t.row[n:], "") != "" {
		t.err = fileerr.New(t.file, t.line, fmt.Sprintf("%d cells", len(t.row)),
			fmt.Sprintf("%d as in the header", n))
		return false
	}
	return true
}

// cell returns a cell without spaces around it.
func (t *table) cell(column string) string {
	i, ok := t.columns[column]
	if !ok || i >= len(t.row) {
		return ""
	}
	return strings.TrimSpace(t.row[i])
}

// name returns a cell that names somebody, "" if it is not a valid name. Names such as j1 become
// J1.
func (t *table) name(column string) string {
	cell := t.cell(column)
	if known := person(cell); known != "" {
		return known
	}
	if !isLabel(cell) {
		return ""
	}
	return cell
}

// whole returns a cell with a whole number that is not negative.
func (t *table) whole(column string) (int, error) {
	cell := t.cell(column)
	n, err := strconv.Atoi(cell)
	if err != nil || n < 0 || n > maxMoney || strings.ContainsAny(cell, "+-") {
		return 0, fileerr.New("", 0, column+" "+fileerr.Quote(cell), "a whole number")
	}
	return n, nil
}

// fault adds file and line to an error of a row.
func (t *table) fault(err error) error {
	return &fileerr.Error{File: t.file, Line: t.line, Msg: err.Error(), Err: err}
}
