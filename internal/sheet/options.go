package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Options say how a table is read. With the zero value, everything is found out from the content.
type Options struct {
	// Sheet is the name of a workbook's sheet, or its number from 1. If it is empty, the first
	// sheet with data is read; of several with [Between] between them, the first.
	Sheet string
	// Comma is the delimiter of a text.
	Comma rune
	// Encoding is the name of a text's encoding, such as "windows-1252".
	Encoding string
	// MaxBytes bounds the memory that all rows take: about that of all their cells together. 0 is
	// no bound, for a caller that keeps few.
	MaxBytes int64
	// Skip says of which columns the cells are left empty if they are lists, records or maps, as
	// Parquet can have. If it is nil, or the result false, such a table is refused.
	Skip func(header []string) func(column int) bool
	// Layout is for a workbook that columns are added to.
	Layout Layout
}

// Check returns what is wrong with the options, nil if nothing is.
func (o Options) Check() error {
	if o.Comma != 0 && !slices.Contains(delimiters, o.Comma) {
		return files.New("", 0, "delimiter "+text.Quote(string(o.Comma)),
			`"," or ";" or "|" or a tab`)
	}
	if o.Encoding != "" {
		if _, err := byLabel(o.Encoding); err != nil {
			return files.New("", 0, "encoding "+text.Quote(o.Encoding),
				"a name such as utf-8, utf-16le, windows-1252 or macintosh")
		}
	}
	return nil
}

// ParseComma returns the delimiter that a word stands for: comma, semicolon, tab, pipe or the
// character itself. Auto and the empty word stand for 0.
func ParseComma(word string) (rune, error) {
	switch strings.ToLower(word) {
	case "", "auto":
		return 0, nil
	case "comma", ",":
		return ',', nil
	case "semicolon", ";":
		return ';', nil
	case "tab", "\t", `\t`:
		return '\t', nil
	case "pipe", "|":
		return '|', nil
	}
	return 0, files.New("", 0, "delimiter "+text.Quote(word),
		"auto, comma, semicolon, tab or pipe")
}

// delimiters are the delimiters of texts, the likelier ones first.
var delimiters = []rune{'\t', ';', ',', '|'}

// SkipAll is [Options.Skip] where none of these columns is needed.
func SkipAll([]string) func(column int) bool { return func(int) bool { return true } }

// Row is a row of a table.
type Row struct {
	Number int      // line of the text or row of the sheet, from 1
	Cells  []string // empty ones on the right may be missing
}

// Reader reads the rows of a table.
type Reader struct {
	name    string
	file    bool // name is a path
	dialect Dialect
	text    *textFile
	book    *workbook
	rows    interface{ next() (Row, error) } // of records, or of joined sheets
	parts   []Part                           // the joined sheets
	held    meter
	closers []io.Closer
}

// Next returns the next row. At the end the error is [io.EOF]. After a [*BadRow], the next call
// continues after that row; any other error is final.
func (r *Reader) Next() (Row, error) {
	var row Row
	var err error
	switch {
	case r.text != nil:
		row, err = r.text.next()
	case r.rows != nil:
		row, err = r.rows.next()
	default:
		row, err = r.book.next()
	}
	if err == nil {
		r.dialect.observe(row.Cells)
		err = r.held.add(row.Number, row.Cells)
	}
	return row, err
}

// Dialect returns how the table is written, as far as it was read.
func (r *Reader) Dialect() Dialect {
	d := r.dialect
	if r.text != nil {
		d.Encoding = r.text.encoding()
	}
	return d
}

// Sheets lists the sheets of a workbook that have cells. It is nil for a text.
func (r *Reader) Sheets() []string {
	if r.book == nil {
		return nil
	}
	return slices.Clone(r.book.sheets)
}

// Notes returns sentences on how the text was read: by an encoding that was guessed, and against
// the rules for delimited text.
func (r *Reader) Notes() (notes []string) {
	if r.text == nil {
		return nil
	}
	if r.text.code.guessed {
		notes = append(notes, "the text is read as "+r.text.encoding()+", as its letters look "+
			"(--encoding names another)")
	}
	if r.text.bare > 0 {
		notes = append(notes, fmt.Sprintf("quotation marks inside cells, and delimiters before a space beside "+
			"them, are read as they stand, first on line %d", r.text.bare))
	}
	return notes
}

// Close closes the file and removes what was unpacked.
func (r *Reader) Close() error {
	var first error
	for _, c := range slices.Backward(r.closers) {
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	r.closers = nil
	return first
}

// BadRow is the error of a single row of a text.
type BadRow struct{ Fault *files.Error }

// Error returns the fault.
func (b *BadRow) Error() string { return b.Fault.Error() }

// Unwrap returns the fault.
func (b *BadRow) Unwrap() error { return b.Fault }
