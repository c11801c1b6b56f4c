package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/fileerr"
)

// maxBookCells bounds how many cells of a sheet are read, empty ones between others included.
const maxBookCells = 50_000_000

// workbook reads the rows of a sheet of a workbook.
type workbook struct {
	name   string
	file   *excelize.File
	sheets []string // with cells
	sheet  string   // that is read
	values *excelize.Rows
	shown  *excelize.Rows
	row    int
	cells  int // so far
}

// openWorkbook opens the named sheet, or the first one that has cells.
func openWorkbook(in io.Reader, name, sheet string) (*workbook, error) {
	file, err := loadWorkbook(in, name)
	if err != nil {
		return nil, err
	}
	b := &workbook{name: name, file: file}
	if err := b.start(sheet); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// loadWorkbook reads a workbook and checks its size and kind before it is unpacked.
func loadWorkbook(in io.Reader, name string) (*excelize.File, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxWorkbook+1))
	if err != nil {
		return nil, readError(name, 0, err)
	}
	if len(data) > maxWorkbook {
		return nil, fileerr.New(name, 0,
			fmt.Sprintf("a workbook of more than %d MiB", maxWorkbook>>20),
			"a smaller one, or the sheet saved as .csv")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, damagedBook(name, err)
	}
	if what := foreignZip(z); what != "" {
		return nil, refuse(name, what)
	}
	var size uint64
	for _, part := range z.File {
		if size += part.UncompressedSize64; part.UncompressedSize64 > maxUnzipped ||
			size > maxUnzipped {
			return nil, fileerr.New(name, 0,
				fmt.Sprintf("a workbook that unpacks to more than %d MiB", maxUnzipped>>20),
				"a smaller one, or the sheet saved as .csv")
		}
	}
	var file *excelize.File
	err = shielded(func() (err error) {
		file, err = excelize.OpenReader(bytes.NewReader(data),
			excelize.Options{UnzipSizeLimit: maxUnzipped, ShortDatePattern: "yyyy-mm-dd"})
		return err
	})
	if err != nil {
		return nil, damagedBook(name, err)
	}
	return file, nil
}

// shielded calls a function of package excelize, which panics on some damaged workbooks, and
// returns the panic as an error.
func shielded(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it breaks the rules of the format (%v)", p)
		}
	}()
	return call()
}

func damagedBook(name string, err error) error {
	return &fileerr.Error{File: name, Err: err, Msg: "found a damaged workbook, expected one " +
		"that a spreadsheet program opens: " + fileerr.OneLine(err.Error())}
}

// start chooses the sheet and starts to read it.
func (b *workbook) start(sheet string) error {
	var fault error
	err := shielded(func() error {
		fault = b.choose(sheet)
		return nil
	})
	if err != nil {
		return damagedBook(b.name, err)
	}
	return fault
}

func (b *workbook) choose(sheet string) error {
	all := b.file.GetSheetList()
	for _, s := range all {
		filled, err := b.filled(s)
		if err != nil {
			return damagedBook(b.name, err)
		}
		if filled {
			b.sheets = append(b.sheets, s)
		}
	}
	switch number, err := strconv.Atoi(sheet); {
	case sheet == "" && len(b.sheets) == 0:
		return fileerr.New(b.name, 0, "a workbook without any cells", "a table with a header")
	case sheet == "":
		b.sheet = b.sheets[0]
	case slices.ContainsFunc(all, func(s string) bool { return strings.EqualFold(s, sheet) }):
		b.sheet = all[slices.IndexFunc(all,
			func(s string) bool { return strings.EqualFold(s, sheet) })]
	case err == nil && number >= 1 && number <= len(all):
		b.sheet = all[number-1]
	default:
		names := make([]string, len(all))
		for i, s := range all {
			names[i] = fileerr.Quote(s)
		}
		return fileerr.New(b.name, 0, "no sheet "+fileerr.Quote(sheet),
			"one of "+strings.Join(names, ", "))
	}
	var err error
	if b.values, err = b.file.Rows(b.sheet); err == nil {
		b.shown, err = b.file.Rows(b.sheet)
	}
	if err != nil {
		return damagedBook(b.name, err)
	}
	return nil
}

// filled reports whether a sheet has cells. One of a chart has none.
func (b *workbook) filled(sheet string) (bool, error) {
	rows, err := b.file.Rows(sheet)
	if none := (excelize.ErrSheetNotExist{}); errors.As(err, &none) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for looked := 0; rows.Next() && looked < 1000; looked++ {
		cells, err := rows.Columns()
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			return true, nil
		}
	}
	return false, rows.Error()
}

// next returns the next row that has cells.
func (b *workbook) next() (row Row, err error) {
	var end error
	err = shielded(func() error {
		row, end = b.read()
		return nil
	})
	if err != nil {
		return Row{}, b.bad(err)
	}
	return row, end
}

func (b *workbook) read() (Row, error) {
	for b.values.Next() && b.shown.Next() {
		b.row++
		values, err := b.values.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return Row{}, b.bad(err)
		}
		shown, err := b.shown.Columns()
		if err != nil {
			return Row{}, b.bad(err)
		}
		if b.cells += len(values); b.cells > maxBookCells {
			return Row{}, fileerr.New(b.name, b.row,
				fmt.Sprintf("a sheet of more than %d cells", maxBookCells), "a smaller one")
		}
		if len(values) == 0 {
			continue
		}
		for k := range values {
			if k < len(shown) {
				values[k] = display(values[k], shown[k])
			}
		}
		return Row{b.row, values}, nil
	}
	if err := b.values.Error(); err != nil {
		return Row{}, b.bad(err)
	}
	return Row{}, io.EOF
}

func (b *workbook) bad(err error) error {
	return &fileerr.Error{File: b.name, Line: b.row, Err: err,
		Msg: "found a damaged row, expected cells: " + fileerr.OneLine(err.Error())}
}

// display returns a number with all its digits, and anything else as the spreadsheet shows it: a
// number that is shown as a date is a date.
func display(value, shown string) string {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return shown
	}
	if !isNumber(strings.TrimSpace(shown)) || leadingZero(shown) {
		return shown
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// leadingZero reports whether a number is shown as 007, as identifiers are.
func leadingZero(shown string) bool {
	return len(shown) > 1 && shown[0] == '0' && shown[1] >= '0' && shown[1] <= '9'
}

// Close removes what was unpacked.
func (b *workbook) Close() error {
	if b.values != nil {
		b.values.Close()
	}
	if b.shown != nil {
		b.shown.Close()
	}
	return b.file.Close()
}

// Open returns a reader of another sheet of the same workbook. It must be closed before r.
func (r *Reader) Open(sheet string) (*Reader, error) {
	if r.book == nil {
		return nil, fileerr.New(r.name, 0, "a text, which has no sheets", "a workbook (.xlsx)")
	}
	b := &workbook{name: r.name + ", sheet " + sheet, file: r.book.file}
	if err := b.start(sheet); err != nil {
		return nil, err
	}
	other := &Reader{name: b.name, book: b}
	other.dialect.Sheet = b.sheet
	return other, nil
}

// Formula reports whether a cell of a workbook, counted from 1, has a formula. Where it does and
// the cell is empty, no value was stored with it.
func (r *Reader) Formula(row, column int) bool {
	if r.book == nil {
		return false
	}
	cell, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return false
	}
	var formula string
	err = shielded(func() (err error) {
		formula, err = r.book.file.GetCellFormula(r.book.sheet, cell)
		return err
	})
	return err == nil && formula != ""
}
