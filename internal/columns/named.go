package columns

import (
	"fmt"
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
	Header []string // the columns as they are written

	path, what string
	column     map[string]int
	number     Notation
}

// OpenNamed opens a table that has at least the needed columns. What it is, such as "predictions:
// …", is what errors expect.
func OpenNamed(path, what string, needed ...string) (*Named, error) {
	r, err := sheet.Open(path, namedOptions(needed))
	return named(r, err, path, what, needed)
}

// ReadNamed is like [OpenNamed], for an input that errors call path.
func ReadNamed(in io.Reader, path, what string, needed ...string) (*Named, error) {
	r, err := sheet.NewReader(in, path, namedOptions(needed))
	return named(r, err, path, what, needed)
}

// namedOptions leave out nested columns that are not needed.
func namedOptions(needed []string) sheet.Options {
	return sheet.Options{MaxBytes: maxNamed, Skip: func(header []string) func(int) bool {
		return func(k int) bool { return !slices.Contains(needed, Normal(header[k])) }
	}}
}

func named(r *sheet.Reader, err error, path, what string, needed []string) (*Named, error) {
	if err != nil {
		return nil, err
	}
	t := &Named{Reader: r, path: path, what: what, column: map[string]int{}}
	header, err := r.Next()
	t.Header = header.Cells
	dialect := r.Dialect()
	t.number = Notation{Comma: dialect.Comma == ';', Exact: dialect.Sheet != ""}
	for k, name := range header.Cells {
		name = Normal(name)
		if _, twice := t.column[name]; twice && slices.ContainsFunc(needed, func(s string) bool { return Normal(s) == name }) {
			err = t.Fault(header, "two columns "+text.Quote(name), "one")
		}
		t.column[name] = k
	}
	if err == io.EOF {
		err = t.Fault(sheet.Row{}, "an empty file", what)
	}
	for _, name := range needed {
		if err == nil && !t.Has(Normal(name)) {
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

// Text returns what a row has in the column of that name, "" if there is none.
func (t *Named) Text(row sheet.Row, name string) string {
	if k, ok := t.column[name]; ok {
		return At(row.Cells, k)
	}
	return ""
}

// Cell returns [Named.Text] without white space around it.
func (t *Named) Cell(row sheet.Row, name string) string { return strings.TrimSpace(t.Text(row, name)) }

// Number returns the number in a cell, and its maximum, 0 if the cell has none.
func (t *Named) Number(cell string) (value, top float64, ok bool) {
	if v, err := strconv.ParseFloat(cell, 64); err == nil && !t.number.Comma {
		return v, 0, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return t.number.Number(cell)
}

// Grade returns what a row has in the column of that name divided by what it is out of: what the
// cell itself says, such as 3/5, or the column "out of", or else top.
func (t *Named) Grade(row sheet.Row, name string, top float64) (float64, error) {
	if cell := t.Cell(row, outOfColumn); cell != "" {
		v, _, ok := t.Number(cell)
		if !ok || !(v > 0) || math.IsInf(v, 0) {
			return 0, t.Fault(row, text.Quote(cell)+" in column "+text.Quote(outOfColumn), "a number above 0")
		}
		top = v
	}
	cell := t.Cell(row, name)
	v, stated, ok := t.Number(cell)
	if ok && stated > 0 {
		top = stated
	}
	if !ok || !(v >= 0 && v <= top) {
		expected := fmt.Sprintf("a number from 0 to %.6g, or nothing", top)
		if ok && !t.Has(outOfColumn) {
			expected += "; a column " + text.Quote(outOfColumn) + " states another maximum"
		}
		return 0, t.Fault(row, text.Quote(cell)+" in column "+text.Quote(name), expected)
	}
	return v / top, nil
}

// outOfColumn is the column with the maximum of a row.
const outOfColumn = "out of"

// Which returns the number of what a row names in the column of that name: by its identifier, by
// this but for case and blanks, or by its text in the same way.
func (t *Named) Which(row sheet.Row, name string, ids, texts []string) (int, error) {
	id := t.Cell(row, name)
	k := slices.IndexFunc(ids, func(x string) bool { return strings.TrimSpace(x) == id })
	for _, list := range [][]string{ids, texts} {
		if k < 0 {
			k = slices.IndexFunc(list, func(x string) bool { return x != "" && Normal(x) == Normal(id) })
		}
	}
	if k >= 0 {
		return k, nil
	}
	var list []string
	for _, x := range ids {
		list = append(list, text.OneLine(x))
	}
	return k, t.Fault(row, "the "+name+" "+text.Quote(id), "one of "+text.Abridge(strings.Join(list, ", "), 200))
}

// Fault returns an error about a row.
func (t *Named) Fault(row sheet.Row, found, expected string) error {
	return files.New(t.path, row.Number, found, expected)
}
