package sheet

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// All stands for all sheets, and Between between the names of several that are read as one table.
// No sheet's name has the latter.
const All, Between = "all", "/"

// Part is rows of a sheet of a workbook.
type Part struct {
	Reader *Reader
	Rows   []Row

	offset int // of the numbers of its rows in the joined table
}

// Join returns a reader of sheets one below the other. Their rows are numbered throughout: the
// first of a sheet is numbered after the last of the sheet before.
func Join(name string, parts []Part) *Reader {
	r := &Reader{name: name, parts: parts}
	rows, offset := list{}, 0
	r.rows = &rows
	var names []string
	for i, p := range parts {
		parts[i].offset = offset
		names = append(names, p.Reader.dialect.Sheet)
		for _, row := range p.Rows {
			rows = append(rows, Row{row.Number + offset, row.Cells})
		}
		offset += p.Reader.Last()
		r.closers = append(r.closers, p.Reader)
	}
	r.dialect.Sheet = strings.Join(names, Between)
	return r
}

// Last returns the number of the last row of a sheet that was read.
func (r *Reader) Last() int { return r.book.rows.facts().row }

// part returns the sheet that a row of joined sheets is in, and its number there.
func (r *Reader) part(row int) (*Reader, int) {
	for i, p := range slices.Backward(r.parts) {
		if row > p.offset || i == 0 {
			return p.Reader, row - p.offset
		}
	}
	return r, row
}

// appendSheets is Append for sheets that were read as one. The header is written above each.
func appendSheets(
	w io.Writer, in io.Reader, name string, o Options, added Added, places []int,
) error {
	data, err := io.ReadAll(io.LimitReader(in, maxWorkbook+1))
	if err != nil {
		return readError(name, 0, err)
	}
	first, _ := added.extent()
	var header []string
	offset := 0
	for sheet := range strings.SplitSeq(o.Sheet, Between) {
		o.Sheet = sheet
		r, err := newReader(bytes.NewReader(data), name, o, true)
		if err != nil {
			return err
		}
		part := Added{}
		row, err := r.Next()
		for ; err == nil; row, err = r.Next() {
			n := row.Number + offset
			if n == first {
				header = row.Cells
			}
			if n == first || header != nil && len(part) == 0 && slices.Equal(row.Cells, header) {
				part[row.Number] = added[first]
			} else if added[n] != nil {
				part[row.Number] = added[n]
			}
		}
		if err != io.EOF {
			return err
		}
		offset += r.Last()
		var out bytes.Buffer
		if err := Append(&out, bytes.NewReader(data), name, o, part, places...); err != nil {
			return err
		}
		data = out.Bytes()
	}
	_, err = w.Write(data)
	return err
}
