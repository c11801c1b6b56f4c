package datasets

import (
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// sheetColumn is the name of the column that has the names of joined sheets.
const sheetColumn = "sheet"

// joinSheets has t.in read the named sheets one below the other, with their names in a further
// column, which is an attribute. It returns those that were read: of all sheets, those that have
// the same header as one of them.
func (t *tableReader) joinSheets(names []string, like string) (read []string, err error) {
	model, _, err := t.openSheet(like)
	if err != nil {
		return nil, err
	}
	var first *tableReader
	var parts []sheet.Part
	for _, name := range names {
		h, in, err := t.openSheet(name)
		if err == nil && !sameNames(model.row.Cells, h.row.Cells) {
			err = h.fault(h.row.Number, "other names of columns than in sheet "+text.Quote(like), "the same ones")
		}
		if err != nil && t.o.Sheet == sheet.All {
			continue
		}
		if err != nil {
			return nil, err
		}
		part := sheet.Part{Reader: in}
		for {
			row, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			if first == nil || len(h.head) > 0 && row.Number >= h.head[0].Number {
				part.Rows = append(part.Rows, row)
			}
		}
		if first == nil {
			first = h
		} else if part.Rows, err = h.withoutMarks(part.Rows, parts[0].Rows, read[0]); err != nil {
			return nil, err
		}
		parts, read = append(parts, part), append(read, name)
	}
	t.nameSheets(first, parts, read)
	t.in = sheet.Join(t.path, parts)
	t.d.Table.Sheet = t.in.Dialect().Sheet
	return read, nil
}

// openSheet opens a sheet twice: to find its header, and to read all of it.
func (t *tableReader) openSheet(name string) (h *tableReader, in *sheet.Reader, err error) {
	h = &tableReader{o: t.o, d: &Dataset{Table: &TableInfo{}}, path: t.path + ", sheet " + name}
	if h.in, err = t.in.Open(name); err == nil {
		err = h.readHeader()
	}
	if err != nil {
		return nil, nil, err
	}
	in, err = t.in.Open(name)
	return h, in, err
}

func sameNames(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return columns.Normal(x) == columns.Normal(y) })
}

// withoutMarks leaves out the rows of acceptable answers and points, which must be those of another
// sheet.
func (t *tableReader) withoutMarks(rows, others []sheet.Row, sheetName string) ([]sheet.Row, error) {
	l, err := columns.Recognise(t.row.Cells, cellsOf(rows), t.known(t.o.columns()))
	if err != nil || l.Long != nil {
		return rows, nil // what is wrong shows when all are read
	}
	for _, k := range []int{max(l.Key, l.Points), min(l.Key, l.Points)} {
		if k < 0 {
			continue
		}
		row := rows[k]
		if !slices.ContainsFunc(others, func(o sheet.Row) bool { return slices.Equal(o.Cells, row.Cells) }) {
			return nil, t.fault(row.Number, "other acceptable answers or points than in sheet "+
				text.Quote(sheetName), "the same ones, or none")
		}
		rows = slices.Delete(rows, k, k+1)
	}
	return rows, nil
}

// nameSheets adds the column of the sheets' names, and the name of the sheet to identifiers that
// several sheets have.
func (t *tableReader) nameSheets(first *tableReader, parts []sheet.Part, names []string) {
	header, id := first.row.Cells, -1
	width := len(header)
	var rows [][]string
	for _, p := range parts {
		rows = append(rows, cellsOf(p.Rows)...)
	}
	if l, err := columns.Recognise(header, rows, first.known(t.o.columns())); err == nil {
		if id = max(l.ID, l.Surname); l.Long != nil {
			id = l.Long.Respondent
		}
	}
	in, offset := map[string]int{}, 0 // by identifier: the last sheet that has it, -1 for several
	for i, p := range parts {
		for _, row := range p.Rows {
			name := columns.At(row.Cells, id)
			if j, found := in[name]; found && j != i {
				in[name] = -1
			} else if !found {
				in[name] = i
			}
		}
	}
	for i, p := range parts {
		for k := range p.Rows {
			row := &p.Rows[k]
			for len(row.Cells) < width {
				row.Cells = append(row.Cells, "")
			}
			name := names[i]
			if i == 0 && row.Number <= first.row.Number {
				name = map[bool]string{true: sheetColumn}[row.Number == first.row.Number]
			} else if id >= 0 && in[row.Cells[id]] < 0 && strings.TrimSpace(row.Cells[id]) != "" {
				row.Cells[id] += " (" + name + ")"
			}
			row.Cells = slices.Insert(row.Cells, width, name)
		}
		if n := len(p.Rows); n > 0 {
			t.note("sheet %s is rows %d to %d", text.Quote(names[i]), p.Rows[0].Number+offset, p.Rows[n-1].Number+offset)
		}
		offset += p.Reader.Last()
	}
	if !slices.Contains(t.o.Attributes, sheetColumn) {
		t.o.Attributes = append(slices.Clone(t.o.Attributes), sheetColumn)
	}
}
