package loebner

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// place says where something was read; the zero value stands for nowhere.
type place struct {
	file string
	line int
}

// errorf returns an error with the place.
func (p place) errorf(found, expected string) error {
	return files.New(p.file, p.line, found, expected)
}

// form says what a table holds.
type form struct {
	needed, optional []string  // columns
	instead          string    // a column that tables for other rules have in place of the last needed one
	most             int       // rows
	none             [2]string // what a table without rows has, and what it needs; empty if that is allowed
}

// table is a row of a table, with cells addressed by the names of their columns.
type table struct {
	place
	columns map[string]int
	width   int // cells of the header
	row     []string
}

// readTable reads a table with a header, of whose rows read makes values. Ignored lists the columns that
// have no meaning.
func readTable[T any](in io.Reader, file string, f form, read func(t *table) (T, error)) (
	list []T, ignored []string, err error,
) {
	reader, err := sheet.NewReader(in, file, sheet.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer reader.Close()
	t := &table{place: place{file: file}}
	for {
		row, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		t.row, t.line = row.Cells, row.Number
		switch {
		case err != nil:
		case strings.TrimSpace(strings.Join(t.row, "")) == "":
		case t.columns == nil:
			ignored, err = t.header(f)
		case len(list) == f.most:
			err = t.errorf("another row", fmt.Sprintf("at most %d", f.most))
		case len(t.row) > t.width && strings.Join(t.row[t.width:], "") != "":
			err = t.errorf(fmt.Sprintf("%d cells", len(t.row)), fmt.Sprintf("%d as in the header", t.width))
		default:
			var x T
			x, err = read(t)
			list = append(list, x)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	switch {
	case t.columns == nil:
		return nil, nil, files.New(file, 0, "nothing", "the columns "+joinAnd(f.needed))
	case len(list) == 0 && f.none[0] != "":
		return nil, nil, files.New(file, 0, f.none[0], f.none[1])
	}
	return list, ignored, nil
}

// header reads the header.
func (t *table) header(f form) (ignored []string, err error) {
	t.columns, t.width = make(map[string]int), len(t.row)
	for i, cell := range t.row {
		name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(cell)), " ", "_")
		known := slices.Contains(f.needed, name) || slices.Contains(f.optional, name)
		if _, again := t.columns[name]; again && known {
			return nil, t.errorf("two columns "+name, "one")
		}
		t.columns[name] = i
		if !known && name != "" {
			ignored = append(ignored, strings.TrimSpace(cell))
		}
	}
	for _, name := range f.needed {
		if _, has := t.columns[name]; has {
			continue
		}
		if _, has := t.columns[f.instead]; has && name == f.needed[len(f.needed)-1] {
			return nil, t.errorf("a column "+f.instead, name+": judges decide otherwise by these rules")
		}
		return nil, t.errorf("no column "+name, "the columns "+joinAnd(f.needed))
	}
	return ignored, nil
}

// cell returns a cell without spaces around it.
func (t *table) cell(column string) string {
	i, ok := t.columns[column]
	if !ok || i >= len(t.row) {
		return ""
	}
	return strings.TrimSpace(t.row[i])
}

// bad returns the error for a cell.
func (t *table) bad(column, expected string) error {
	return t.errorf(column+" "+text.Quote(t.cell(column)), expected)
}

// names reads cells that name somebody. Names such as j1 become J1.
func (t *table) names(columns []string, names ...*string) error {
	for i, name := range names {
		*name = t.cell(columns[i])
		if known := person(*name); known != "" {
			*name = known
		}
		if !isLabel(*name) {
			return t.bad(columns[i], "a name of up to 64 characters")
		}
	}
	return nil
}

// whole reads a whole number that is not negative.
func (t *table) whole(column string) (int, error) {
	cell := t.cell(column)
	n, err := strconv.Atoi(cell)
	if err != nil || n < 0 || n > maxMoney || strings.ContainsAny(cell, "+-") {
		return 0, t.bad(column, "a whole number")
	}
	return n, nil
}
