package columns

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// maxNamed bounds the memory of the rows of a table of named columns, in bytes.
const maxNamed = 512 << 20

// Named is a table that another program or a sheet of ours wrote, whose columns are found by their
// names: case, blanks and order do not matter.
type Named struct {
	*sheet.Reader
	path, what string
	column     map[string]int
	number     Notation
}

// OpenNamed opens a table that has at least the needed columns. What it is, such as "predictions:
// …", is what errors expect.
func OpenNamed(path, what string, needed ...string) (*Named, error) {
	r, err := sheet.Open(path, sheet.Options{MaxBytes: maxNamed, Skip: func(header []string) func(int) bool {
		return func(k int) bool { return !slices.Contains(needed, Normal(header[k])) }
	}})
	if err != nil {
		return nil, err
	}
	t := &Named{Reader: r, path: path, what: what, column: map[string]int{}}
	header, err := r.Next()
	dialect := r.Dialect()
	t.number = Notation{Comma: dialect.Comma == ';', Exact: dialect.Sheet != ""}
	for k, name := range header.Cells {
		t.column[Normal(name)] = k
	}
	if err == io.EOF {
		err = t.Fault(sheet.Row{}, "an empty file", what)
	}
	for _, name := range needed {
		if err == nil && !t.Has(name) {
			err = t.Fault(header, "no column "+text.Quote(name), what)
		}
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return t, nil
}

// Each calls do with each row, and closes the table.
func (t *Named) Each(do func(row sheet.Row) error) error {
	defer t.Close()
	for {
		row, err := t.Next()
		if err == nil {
			err = do(row)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Has reports whether there is a column of that name.
func (t *Named) Has(name string) bool {
	_, ok := t.column[name]
	return ok
}

// Cell returns what a row has in the column of that name, "" if there is none.
func (t *Named) Cell(row sheet.Row, name string) string {
	if k, ok := t.column[name]; ok {
		return strings.TrimSpace(At(row.Cells, k))
	}
	return ""
}

// Number returns the number in a cell, and its maximum, 0 if the cell has none.
func (t *Named) Number(cell string) (value, top float64, ok bool) {
	if v, err := strconv.ParseFloat(cell, 64); err == nil && !t.number.Comma {
		return v, 0, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return t.number.Number(cell)
}

// Fault returns an error about a row.
func (t *Named) Fault(row sheet.Row, found, expected string) error {
	return files.New(t.path, row.Number, found, expected)
}
