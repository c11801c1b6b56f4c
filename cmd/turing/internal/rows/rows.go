// Package rows reads tables with a header, whose cells are addressed by the names of their columns.
package rows

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Form says what a table holds.
type Form struct {
	Needed, Optional []string // columns
	Either           []string // columns, at least one of which is needed
	// Wide allows rows with more cells than the header.
	Wide bool
	// None says what a table without rows has, and what it needs; it is empty if that is allowed.
	None [2]string
}

// Row is a row of a table.
type Row struct {
	Line int

	table *columns.Named
	row   sheet.Row
}

// Read reads a table with a header, of whose rows read makes values. Ignored lists the columns that
// have no meaning. Errors refer to the input as file and name the line.
func Read[T any](in io.Reader, file string, f Form, read func(r *Row) (T, error)) (
	list []T, ignored []string, err error,
) {
	what := "the columns " + text.And(append(slices.Clone(f.Needed), f.Either[:min(1, len(f.Either))]...))
	t, err := columns.ReadNamed(in, file, what, f.Needed...)
	if err != nil {
		return nil, nil, err
	}
	has := func(column string) bool { return t.Has(columns.Normal(column)) }
	if len(f.Either) > 0 && !slices.ContainsFunc(f.Either, has) {
		t.Close()
		return nil, nil, t.Fault(sheet.Row{Number: 1}, "no column "+text.Quote(f.Either[0]), what)
	}
	for _, name := range t.Header {
		is := func(s string) bool { return columns.Normal(s) == columns.Normal(name) }
		known := slices.ContainsFunc(slices.Concat(f.Needed, f.Either, f.Optional), is)
		if name = strings.TrimSpace(name); name != "" && !known {
			ignored = append(ignored, name)
		}
	}
	err = t.Each(func(row sheet.Row) error {
		r, width := &Row{row.Number, t, row}, len(t.Header)
		switch {
		case strings.TrimSpace(strings.Join(row.Cells, "")) == "":
			return nil
		case !f.Wide && len(row.Cells) > width && strings.Join(row.Cells[width:], "") != "":
			return r.Errorf(fmt.Sprintf("%d cells", len(row.Cells)), fmt.Sprintf("%d as in the header", width))
		}
		x, err := read(r)
		list = append(list, x)
		return err
	})
	if err == nil && len(list) == 0 && f.None[0] != "" {
		err = files.New(file, 0, f.None[0], f.None[1])
	}
	if err != nil {
		return nil, nil, err
	}
	return list, ignored, nil
}

// Cell returns a cell without spaces around it, "" if the table does not have it.
func (r *Row) Cell(column string) string { return r.table.Cell(r.row, columns.Normal(column)) }

// Has reports whether the table has a column.
func (r *Row) Has(column string) bool { return r.table.Has(columns.Normal(column)) }

// Errorf returns an error about the row.
func (r *Row) Errorf(found, expected string) error { return r.table.Fault(r.row, found, expected) }

// Bad returns the error for a cell.
func (r *Row) Bad(column, expected string) error {
	return r.Errorf(column+" "+text.Quote(r.Cell(column)), expected)
}
