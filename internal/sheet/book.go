package sheet

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Page is a sheet of a workbook to be written. Its first row is the header.
type Page struct {
	Name string
	Rows [][]any // as for [Write]
	// Points and OutOf are the columns, from 1, for numbers that a person fills in and of their
	// maxima; 0 if there are none.
	Points, OutOf int
}

// WriteBook writes a workbook that is laid out for people ([Layout]). A column of points is shaded,
// and spreadsheets refuse what is above the maximum of the row in it.
func WriteBook(w io.Writer, pages ...Page) error {
	f := excelize.NewFile()
	defer f.Close()
	for i, p := range pages {
		if i == 0 {
			if err := f.SetSheetName("Sheet1", p.Name); err != nil {
				return err
			}
		} else if _, err := f.NewSheet(p.Name); err != nil {
			return err
		}
		for r, row := range p.Rows {
			for k, cell := range row {
				if err := setCell(f, p.Name, k+1, r+1, cell); err != nil {
					return err
				}
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return err
	}
	for _, p := range pages {
		if len(p.Rows) == 0 || len(p.Rows[0]) == 0 {
			continue
		}
		l := &layouter{Layout: Layout{ID: 1, Points: p.Points, outOf: p.OutOf}, header: 1, last: len(p.Rows),
			first: len(p.Rows[0]) + 1}
		if p.Points > 0 {
			l.first, l.columns = p.Points, 1
		}
		book := b.Bytes()
		b = bytes.Buffer{}
		if err := l.write(&b, book, "", p.Name); err != nil {
			return err
		}
	}
	_, err := b.WriteTo(w)
	return err
}

// setCell writes a number or a string. A string is never a formula in a workbook.
func setCell(f *excelize.File, sheet string, column, row int, cell any) error {
	at, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return err
	}
	switch v := cell.(type) {
	case string:
		if v == "" {
			return nil
		}
		if err := checkLength(v); err != nil {
			return err
		}
		return f.SetCellStr(sheet, at, v)
	case int:
		return f.SetCellInt(sheet, at, int64(v))
	case Percent:
		return setNumber(f, sheet, at, float64(v))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return setNumber(f, sheet, at, v)
	}
	return nil
}

// setNumber writes a number with as many decimals as it takes to read the same one again. Left to
// itself, excelize cuts it off after 15 digits.
func setNumber(f *excelize.File, sheet, at string, v float64) error {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return f.SetCellFloat(sheet, at, v, len(decimals), 64)
}

// checkLength refuses a text that is too long for a workbook's cell.
func checkLength(text string) error {
	if n := utf8.RuneCountInString(text); n > excelize.TotalCellChars {
		return fmt.Errorf("a cell would hold %d characters, a workbook's holds %d: write a .csv "+
			"instead", n, excelize.TotalCellChars)
	}
	return nil
}
