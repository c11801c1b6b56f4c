package sheet

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Added holds the cells to add to a table on the right, by row number; those under the number of
// the header row are the new headers. A cell is a string, a float64 (NaN for an empty cell), an
// int, a Percent, or nil.
type Added map[int][]any

// Keep is a cell that stays as it is.
type Keep struct{}

// Percent is a percentage: 50 is a half, shown as 50%.
type Percent float64

// extent returns the first row to which something is added, and the number of columns.
func (a Added) extent() (first, columns int) {
	first = math.MaxInt
	for row, cells := range a {
		first, columns = min(first, row), max(columns, len(cells))
	}
	return first, columns
}

// columnsFor returns the columns of n added cells, those without a place right of a width.
func columnsFor(places []int, n, width int) []int {
	columns := make([]int, n)
	copy(columns, places)
	for k := range columns {
		if columns[k] == 0 {
			width++
			columns[k] = width
		}
	}
	return columns
}

// Write writes rows of cells as text in a dialect. A text that its encoding cannot hold is written
// as UTF-8 with a byte order mark. Texts that a spreadsheet would take for formulas are neutralised
// with a ' before them, which [Reader] removes.
func Write(w io.Writer, d Dialect, rows [][]any) error {
	d = d.withDefaults()
	var b bytes.Buffer
	if d.Separator {
		fmt.Fprintf(&b, "sep=%c%s", d.Comma, d.LineEnd)
	}
	for _, row := range rows {
		d.appendRow(&b, row)
	}
	out, err := d.encode(b.Bytes())
	if err != nil {
		return err
	}
	return d.compress(w, out)
}

// WriteRows writes a header and rows of any values as comma-separated text, by [Write]. Floats are
// formatted by [Exact].
func WriteRows(w io.Writer, head []string, rows [][]any) error {
	texts := make([][]any, len(rows)+1)
	for _, cell := range head {
		texts[0] = append(texts[0], cell)
	}
	for i, row := range rows {
		for _, cell := range row {
			if x, ok := cell.(float64); ok {
				cell = Exact(x)
			}
			texts[i+1] = append(texts[i+1], fmt.Sprint(cell))
		}
	}
	return Write(w, Dialect{}, texts)
}

// Exact formats a number so that parsing it gives the same number. It returns "" for NaN and
// infinities.
func Exact(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// withDefaults fills in what is missing: comma, UTF-8, LF.
func (d Dialect) withDefaults() Dialect {
	d.Comma = cmp.Or(d.Comma, ',')
	d.LineEnd = cmp.Or(d.LineEnd, "\n")
	d.Encoding = cmp.Or(d.Encoding, utf8Name)
	return d
}

// format returns a cell as text.
func (d Dialect) format(cell any) string {
	switch v := cell.(type) {
	case string:
		return neutral(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		if s := number(v); d.DecimalComma {
			return strings.Replace(s, ".", ",", 1)
		} else {
			return s
		}
	case Percent:
		return d.format(float64(v)) + "%"
	}
	return ""
}

func (d Dialect) appendRow(b *bytes.Buffer, row []any) {
	for k, cell := range row {
		if k > 0 {
			b.WriteRune(d.Comma)
		}
		text := d.format(cell)
		if text == "" && len(row) == 1 || strings.ContainsRune(text, d.Comma) ||
			strings.ContainsAny(text, "\"\r\n") || strings.HasPrefix(text, " ") {
			text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		b.WriteString(text)
	}
	b.WriteString(d.LineEnd)
}

// encode returns the text in the dialect's encoding, or as UTF-8 with a mark if that cannot hold
// it.
func (d Dialect) encode(text []byte) ([]byte, error) {
	if d.Encoding != utf8Name {
		e, err := byLabel(d.Encoding)
		if err != nil {
			return nil, err
		}
		encoded, err := e.NewEncoder().Bytes(text)
		if err == nil {
			if d.Marked {
				encoded = append([]byte(marks[d.Encoding]), encoded...)
			}
			return encoded, nil
		}
		d.Marked = true
	}
	if d.Marked {
		text = append([]byte(byteOrder), text...)
	}
	return text, nil
}

func (d Dialect) compress(w io.Writer, text []byte) error {
	return Pack(w, d.Compression, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Pack calls write and compresses its output by "gzip" or "zstd", or leaves it as it is if
// compression is empty.
func Pack(w io.Writer, compression string, write func(io.Writer) error) error {
	var out io.WriteCloser
	var err error
	switch compression {
	case "gzip":
		out = gzip.NewWriter(w)
	case "zstd":
		if out, err = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); err != nil {
			return err
		}
	default:
		return write(w)
	}
	if err = write(out); err != nil {
		return err
	}
	return out.Close()
}

// Packing returns the compression that the extension of a file's name stands for, "" for none.
func Packing(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return "gzip"
	case ".zst":
		return "zstd"
	}
	return ""
}

// Append copies a table and adds columns on the right: to a text in the same dialect, or to a
// workbook with all its sheets and formats. In is the table, which errors call name. Places, if
// there are any, are the columns of the table, from 1, to write over instead; 0 is for a new one.
func Append(
	w io.Writer, in io.Reader, name string, o Options, added Added, places ...int,
) error {
	if strings.Contains(o.Sheet, Between) {
		return appendSheets(w, in, name, o, added, places)
	}
	o.Skip = SkipAll
	r, err := newReader(in, name, o, true)
	if err != nil {
		return err
	}
	defer r.Close()
	if r.book != nil {
		r.book.layout = o.Layout
		return r.book.write(w, added, places)
	}
	var rows [][]any
	var numbers []int
	width := 0
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		cells := make([]any, len(row.Cells))
		for k, c := range row.Cells {
			cells[k] = c
		}
		rows, numbers, width = append(rows, cells), append(numbers, row.Number),
			max(width, len(cells))
	}
	first, most := added.extent()
	columns := columnsFor(places, most, width)
	for i := range rows {
		if numbers[i] < first {
			continue // above the header
		}
		// Rows to which nothing is added get empty cells: all rows have the same number.
		for len(rows[i]) < max(width, slices.Max(columns)) {
			rows[i] = append(rows[i], nil)
		}
		for k, cell := range added[numbers[i]] {
			if cell != any(Keep{}) {
				rows[i][columns[k]-1] = cell
			}
		}
	}
	return Write(w, r.Dialect(), rows)
}
