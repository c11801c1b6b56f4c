package sheet

import (
	"fmt"
	"io"
	"math"
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

// WriteBook writes a workbook for people to read: each sheet has a bold header that stays in sight
// with the first column, a filter, columns as wide as their texts, which are wrapped beyond
// [maxWidth], and a page layout. A column of points is shaded and takes numbers from 0 to the
// maximum of the row.
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
		if len(p.Rows) > 0 && len(p.Rows[0]) > 0 {
			if err := p.format(f); err != nil {
				return err
			}
		}
	}
	return f.Write(w)
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
		return f.SetCellFloat(sheet, at, float64(v), -1, 64)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return f.SetCellFloat(sheet, at, v, -1, 64)
	}
	return nil
}

// checkLength refuses a text that is too long for a workbook's cell.
func checkLength(text string) error {
	if n := utf8.RuneCountInString(text); n > excelize.TotalCellChars {
		return fmt.Errorf("a cell would hold %d characters, a workbook's holds %d: write a .csv "+
			"instead", n, excelize.TotalCellChars)
	}
	return nil
}

const (
	minWidth, maxWidth = 9, 34 // of columns, in characters
	filterWidth        = 4     // of the button of a filter, with room beside it
	maxLines           = 16    // of a row; a screen shows about 40
	lineHeight         = 15    // in points
)

// The colours of fills: of headers, of what was added and of cells to fill in.
const (
	headFill  = "DDE6F0"
	addedFill = "EEF3F9"
	inputFill = "FFF6D6"
)

// format lays out the sheet.
func (p Page) format(f *excelize.File) error {
	widths := make([]float64, len(p.Rows[0]))
	for r, row := range p.Rows {
		for k, cell := range row[:min(len(row), len(widths))] {
			widths[k] = max(widths[k], widthOf(cell, r == 0))
		}
	}
	last, err := excelize.CoordinatesToCellName(len(widths), len(p.Rows))
	if err != nil {
		return err
	}
	steps := []func() error{
		func() error { return p.styles(f, len(widths)) },
		func() error { return f.AutoFilter(p.Name, "A1:"+last, nil) },
		func() error {
			return f.SetPanes(p.Name, &excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1,
				TopLeftCell: "B2", ActivePane: "bottomRight"})
		},
		func() error { return p.layout(f) },
		func() error { return p.validate(f) },
	}
	for k, width := range widths {
		name, _ := excelize.ColumnNumberToName(k + 1)
		steps = append(steps, func() error { return f.SetColWidth(p.Name, name, name, width) })
	}
	for r, row := range p.Rows {
		lines := 1
		for k, cell := range row[:min(len(row), len(widths))] {
			lines = max(lines, linesOf(cell, widths[k]))
		}
		if lines > 1 {
			steps = append(steps, func() error {
				return f.SetRowHeight(p.Name, r+1, float64(min(lines, maxLines)*lineHeight))
			})
		}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// widthOf returns the width that shows a cell, within bounds.
func widthOf(cell any, header bool) float64 {
	widest := 0
	for line := range strings.Lines((Dialect{}).format(cell)) {
		widest = max(widest, letters(line))
	}
	if header {
		widest += filterWidth
	}
	return float64(min(max(widest+2, minWidth), maxWidth))
}

// letters returns the width of a text in Latin letters: those of East Asia take two.
func letters(text string) (n int) {
	for _, c := range text {
		if n++; c >= '\u1100' {
			n++
		}
	}
	return n
}

// linesOf returns how many lines the words of a cell take in a column.
func linesOf(cell any, width float64) (lines int) {
	text, _ := cell.(string)
	room := max(int(width), 1)
	for line := range strings.Lines(text) {
		at := 0
		lines++
		for word := range strings.FieldsSeq(line) {
			n := letters(word)
			if at > 0 && at+1+n > room {
				lines, at = lines+1, 0
			}
			at += min(at, 1) + n
			lines, at = lines+(at-1)/room, (at-1)%room+1
		}
	}
	return lines
}

func (p Page) styles(f *excelize.File, columns int) error {
	fill := func(color string) excelize.Fill {
		if color == "" {
			return excelize.Fill{}
		}
		return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{color}}
	}
	var border []excelize.Border
	for _, side := range []string{"left", "right", "top", "bottom"} {
		border = append(border, excelize.Border{Type: side, Color: "C9CFD6", Style: 1})
	}
	set := func(column, row, toColumn, toRow int, color string, bold bool) error {
		style, err := f.NewStyle(&excelize.Style{Fill: fill(color), Border: border,
			Font:      &excelize.Font{Bold: bold, Family: "Calibri", Size: 11},
			Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
		from, _ := excelize.CoordinatesToCellName(column, row)
		to, _ := excelize.CoordinatesToCellName(toColumn, toRow)
		if err == nil && toRow >= row {
			err = f.SetCellStyle(p.Name, from, to, style)
		}
		return err
	}
	rows := len(p.Rows)
	err := set(1, 1, columns, 1, headFill, true)
	if err == nil {
		err = set(1, 2, columns, rows, "", false)
	}
	if err == nil && p.Points > 0 {
		err = set(p.Points, 2, p.Points, rows, inputFill, false)
	}
	return err
}

// layout makes printed pages wide, with all columns and the header on each.
func (p Page) layout(f *excelize.File) error {
	wide, one, any, yes := "landscape", 1, 0, true
	err := f.SetPageLayout(p.Name, &excelize.PageLayoutOptions{Orientation: &wide, FitToWidth: &one,
		FitToHeight: &any})
	if err == nil {
		err = f.SetSheetProps(p.Name, &excelize.SheetPropsOptions{FitToPage: &yes})
	}
	if err == nil {
		err = f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: p.Name,
			RefersTo: "'" + p.Name + "'!$1:$1"})
	}
	return err
}

// validate makes spreadsheets refuse points that are out of range.
func (p Page) validate(f *excelize.File) error {
	if p.Points == 0 || len(p.Rows) < 2 {
		return nil
	}
	cell := func(column, row int) string {
		name, _ := excelize.CoordinatesToCellName(column, row)
		return name
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(cell(p.Points, 2) + ":" + cell(p.Points, len(p.Rows)))
	v.SetError(excelize.DataValidationErrorStyleStop, "Points", "Points are a number from 0 to what "+
		"the row is out of. Leave the cell empty to leave the row out.")
	if err := v.SetRange(0, cell(p.OutOf, 2), excelize.DataValidationTypeDecimal,
		excelize.DataValidationOperatorBetween); err != nil {
		return err
	}
	return f.AddDataValidation(p.Name, v)
}
