package datasets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// maxColumns bounds the columns that may be questions. A workbook cannot have more.
const maxColumns = 1 << 14

// checkColumns refuses a header of too many columns before anything else is read, unless options
// say which are questions.
func (t *tableReader) checkColumns() error {
	n := len(slices.DeleteFunc(named(t.row.Cells, 0), columns.Without(t.o.Ignore, t.row.Cells)))
	if n <= maxColumns || len(t.o.Questions) > 0 || t.o.Expected != nil {
		return nil
	}
	return t.fault(t.row.Number, fmt.Sprintf("a header of %d columns", n), fmt.Sprintf("at most %d: name the "+
		"questions in --question-columns, or what is none in --ignore-columns", maxColumns))
}

// width pads a row to the cells of the header. It refuses one with more, and two that may be one
// with a line break in it.
func (t *tableReader) width(row *sheet.Row, want int) error {
	if t.beyond(*row, want) && t.cut(row, want) {
		row.Cells = row.Cells[:want]
	}
	n := len(row.Cells)
	if t.beyond(*row, want) || t.before+n == want+1 && t.before > 0 {
		return t.widthError(*row, want)
	}
	if t.before = 0; n < want && t.d.Table.Sheet == "" {
		if t.before = n; t.short == 0 {
			t.firstShort = row.Number
		}
		t.short++
		row.Cells = append(row.Cells, make([]string, want-n)...)
	}
	return nil
}

// beyond reports whether a row has an entry right of the header.
func (t *tableReader) beyond(row sheet.Row, want int) bool {
	return len(row.Cells) > want && !blank(row.Cells[want:])
}

// cut leaves out what stands right of the header in a row and in those after it, and reports
// whether these are remarks: they are in few rows and, in a text, not the rest of cells that hold
// the delimiter.
func (t *tableReader) cut(row *sheet.Row, want int) bool {
	with, most := []sheet.Row{*row}, row.Number-t.row.Number+len(t.head)
	var others []sheet.Row
	for _, r := range t.head {
		if t.beyond(r, want) {
			with = append(with, r)
		} else {
			others = append(others, r)
		}
	}
	if most /= 2; t.d.Table.Sheet == "" {
		most = max(most/10, 1)
		for _, r := range with {
			if !t.remark(r.Cells, want, others) {
				return false
			}
		}
	}
	if len(with) > most {
		return false
	}
	for i, r := range t.head {
		t.head[i].Cells = r.Cells[:min(len(r.Cells), want)]
	}
	what := strings.TrimSpace(strings.Join(row.Cells[want:], " "))
	t.note("entries right of the last column with a name are left out in %s, first %s in row %d",
		text.Count(len(with), "row"), text.Quote(what), row.Number)
	return true
}

// remark reports whether what a row of text has right of the header is a remark: no number is where
// others have texts or the other way round, and the last column is satisfied.
func (t *tableReader) remark(cells []string, want int, others []sheet.Row) bool {
	numbers := false
	for k := range want {
		filled := 0
		numbers = true
		for _, r := range others {
			cell := columns.At(r.Cells, k)
			_, _, ok := t.numbers.Number(cell)
			if ok {
				filled++
			}
			numbers = numbers && (ok || columns.Missing(cell))
		}
		numbers = numbers && filled > 0
		if _, _, ok := t.numbers.Number(cells[k]); numbers && !ok && !columns.Missing(cells[k]) {
			return false
		}
	}
	_, _, last := t.numbers.Number(cells[want-1])
	_, _, next := t.numbers.Number(cells[want])
	return strings.TrimSpace(cells[want]) == "" || numbers && (last || !next)
}

// narrow takes what stands right of a column without any entry for a block of its own, such as a
// legend: columns that are filled in few rows and hold no totals. All rows must be in t.head.
func (t *tableReader) narrow() {
	header := t.row.Cells
	all := append(cellsOf(t.head), header)
	rows := all[:len(all)-1]
	filled := func(k int) (n int) {
		for _, cells := range all {
			if strings.TrimSpace(columns.At(cells, k)) != "" {
				n++
			}
		}
		return n
	}
	cut := 0
	for k := len(header) - 1; k > 0 && 4*filled(k) <= len(rows); k-- {
		if filled(k) == 0 {
			cut = k
		}
	}
	if cut == 0 {
		return
	}
	if l, err := columns.Recognise(header, rows, t.known(t.o.columns())); err != nil || l.Rating >= cut || l.Long != nil {
		return
	}
	for cut > 1 && strings.TrimSpace(header[cut-1]) == "" {
		cut--
	}
	t.note("what stands right of column %s, with a gap between, is left out: %s",
		text.Quote(header[cut-1]), columns.ListColumns(header, named(header, cut)))
	t.row.Cells, t.d.Table.Columns = header[:cut], header[:cut]
}

// named returns the columns from one on that have names.
func named(header []string, from int) (list []int) {
	for k := from; k < len(header); k++ {
		if strings.TrimSpace(header[k]) != "" {
			list = append(list, k)
		}
	}
	return list
}

// sayShort says how many rows were padded.
func (t *tableReader) sayShort() {
	if t.short > 0 {
		t.note("%s with fewer cells than the header, first on line %d: what they lack counts as empty",
			text.Count(t.short, "row"), t.firstShort)
	}
}

func (t *tableReader) widthError(row sheet.Row, want int) error {
	if t.d.Table.Sheet != "" {
		return t.fault(row.Number, text.Count(len(row.Cells), "column"), fmt.Sprintf(
			"%d, as in the header in row %d (--header-row names another)", want, t.row.Number))
	}
	return widthError(t.path, row, want)
}

func widthError(file string, row sheet.Row, want int) error {
	return files.New(file, row.Number, text.Count(len(row.Cells), "column"), fmt.Sprintf(
		"%d, as in the header (a cell that holds the delimiter needs \" around it)", want))
}
