// Package rows reads tables with a header, whose cells are addressed by the names of their columns.
package rows

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Form says what a table holds.
type Form struct {
	Needed, Optional []string // columns
	// Instead is a column that tables for other rules have in place of the last needed one.
	Instead string
	Most    int // rows; 0 stands for any number
	// Wide allows rows with more cells than the header.
	Wide bool
	// None says what a table without rows has, and what it needs; it is empty if that is allowed.
	None [2]string
}

// Row is a row of a table.
type Row struct {
	File string
	Line int

	columns map[string]int
	width   int // cells of the header
	cells   []string
}

// Read reads a table with a header, of whose rows read makes values. Ignored lists the columns that
// have no meaning. Errors refer to the input as file and name the line.
func Read[T any](in io.Reader, file string, f Form, read func(r *Row) (T, error)) (
	list []T, ignored []string, err error,
) {
	reader, err := sheet.NewReader(in, file, sheet.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer reader.Close()
	r := &Row{File: file}
	for {
		row, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		r.cells, r.Line = row.Cells, row.Number
		switch {
		case err != nil:
		case strings.TrimSpace(strings.Join(r.cells, "")) == "":
		case r.columns == nil:
			ignored, err = r.header(f)
		case f.Most > 0 && len(list) == f.Most:
			err = r.Errorf("another row", fmt.Sprintf("at most %d", f.Most))
		case !f.Wide && len(r.cells) > r.width && strings.Join(r.cells[r.width:], "") != "":
			err = r.Errorf(fmt.Sprintf("%d cells", len(r.cells)), fmt.Sprintf("%d as in the header", r.width))
		default:
			var x T
			x, err = read(r)
			list = append(list, x)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	switch {
	case r.columns == nil:
		return nil, nil, files.New(file, 0, "nothing", "the columns "+text.And(f.Needed))
	case len(list) == 0 && f.None[0] != "":
		return nil, nil, files.New(file, 0, f.None[0], f.None[1])
	}
	return list, ignored, nil
}

// header reads the header.
func (r *Row) header(f Form) (ignored []string, err error) {
	r.columns, r.width = make(map[string]int), len(r.cells)
	for i, cell := range r.cells {
		name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(cell)), " ", "_")
		known := slices.Contains(f.Needed, name) || slices.Contains(f.Optional, name)
		if _, again := r.columns[name]; again && known {
			return nil, r.Errorf("two columns "+name, "one")
		}
		r.columns[name] = i
		if !known && name != "" {
			ignored = append(ignored, strings.TrimSpace(cell))
		}
	}
	for _, name := range f.Needed {
		if _, has := r.columns[name]; has {
			continue
		}
		if _, has := r.columns[f.Instead]; has && name == f.Needed[len(f.Needed)-1] {
			return nil, r.Errorf("a column "+f.Instead, name+": judges decide otherwise by these rules")
		}
		return nil, r.Errorf("no column "+name, "the columns "+text.And(f.Needed))
	}
	return ignored, nil
}

// Cell returns a cell without spaces around it, "" if the table does not have it.
func (r *Row) Cell(column string) string {
	i, ok := r.columns[column]
	if !ok || i >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[i])
}

// Errorf returns an error about the row.
func (r *Row) Errorf(found, expected string) error { return files.New(r.File, r.Line, found, expected) }

// Bad returns the error for a cell.
func (r *Row) Bad(column, expected string) error {
	return r.Errorf(column+" "+text.Quote(r.Cell(column)), expected)
}
