package sheet

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/suite"
)

var emptyBook []byte

// sheetOf returns a workbook whose sheet has these rows in XML.
func sheetOf(t *testing.T, rows string) []byte {
	if emptyBook == nil {
		emptyBook = pointsBook(t)
	}
	return replaceInBook(t, emptyBook, "xl/worksheets/sheet1.xml", "<sheetData></sheetData>",
		"<sheetData>"+rows+"</sheetData>")
}

// pointsBook returns a workbook with an empty sheet and one of points.
func pointsBook(t *testing.T) []byte {
	return book(t, func(f *excelize.File) error {
		for _, s := range []string{"Points", "Max"} {
			if _, err := f.NewSheet(s); err != nil {
				return err
			}
		}
		for cell, v := range map[string]any{"B2": 2, "C2": 1.5, "B4": "absent", "B5": 0} {
			if err := f.SetCellValue("Points", cell, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestWorkbooksAreBounded refuses at once what would take long or much memory.
func TestWorkbooksAreBounded(t *testing.T) {
	header := `<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row>`
	for name, c := range map[string]struct{ rows, want string }{
		"row":    {header + `<row r="4294967295"/>`, "found row 4294967295, expected at most 1048576"},
		"last":   {header + `<row r="1048576"/><row/>`, "found row 1048577, expected at most 1048576"},
		"column": {header + `<row><c r="XFE2"><v>1</v></c></row>`, `a cell called "XFE2"`},
		"order":  {header + `<row r="1"/>`, `row "1" after row 1`},
		"tag":    {header + `<row a="` + strings.Repeat("x", maxPiece+9999) + `"/>`, "a text or tag of"},
		"text": {header + `<row><c t="inlineStr"><is>` + strings.Repeat("<t>xxxxxxxx</t>",
			maxPiece/8+1) + "</is></c></row>", "a cell of more than"},
		"cut": {header + `<row><c>`, "unexpected"},
	} {
		r, err := NewReader(bytes.NewReader(sheetOf(t, c.rows)), "f.xlsx", Options{})
		if err == nil {
			_, err = readAll(r)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	r, err := NewReader(strings.NewReader("a\n"+strings.Repeat("b\n", 1000)), "f", Options{MaxBytes: 1e5})
	if err == nil {
		_, err = readAll(r)
	}
	if err == nil || !strings.Contains(err.Error(), "f:461: found cells of more than 100000 bytes") {
		t.Errorf("error %v for many short rows", err)
	}
}

func TestManyCells(t *testing.T) {
	suite.Slow(t, "reads two million cells")
	data := sheetOf(t, "<row>"+strings.Repeat("<c/>", maxTokens/2)+"</row>")
	r, err := NewReader(bytes.NewReader(data), "f", Options{})
	if err == nil {
		_, err = readAll(r)
	}
	if err == nil || !strings.Contains(err.Error(), "found a sheet of more than 2000000 cells") {
		t.Errorf("error %v", err)
	}
}

// TestBlankRows writes columns beside a table with a styled cell far below, in no more time than
// the rows that are there take.
func TestBlankRows(t *testing.T) {
	data := sheetOf(t, `<row r="1" spans="1:1"><c t="inlineStr"><is><t>a</t></is></c></row><row r="3"/>`+
		`<row r="1048576"><c r="C1048576" s="0"/></row>`)
	var b bytes.Buffer
	if err := Append(&b, bytes.NewReader(data), "f", Options{},
		Added{1: {"x"}, 2: {"<2>"}, 3: {3}, 1048576: {4}}); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b, "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for row, err := r.Next(); err != io.EOF; row, err = r.Next() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, fmt.Sprint(row))
	}
	if want := []string{"{1 [a x]}", "{2 [ <2>]}", "{3 [ 3]}", "{1048576 [ 4]}"}; !cmp.Equal(rows, want) {
		t.Errorf("rows %q", rows)
	}
}

// TestNumberFormats returns numbers whatever their unit, and what has no number as it is shown.
func TestNumberFormats(t *testing.T) {
	formats := []struct {
		code  string
		value float64
		want  string
	}{
		{`0 "pts"`, 5, "5"}, {`0" P."`, 5, "5"}, {`#,##0.00\ "€"`, 4.5, "4.5"}, {`[$kr-41D] 0.0`, 7, "7"},
		{`0.0;[Red]-0.0`, -1.25, "-1.25"}, {"# ?/?", 10.5, "10.5"}, {"0.00E+00", 1200, "1200"},
		{`0"d"`, 3, "3"}, {"0%", 0.93, "93%"}, {"yyyy-mm-dd", 45000, "2023-03-15"},
		{"[h]:mm", 1.5, "36:00"}, {"00000", 42, "00042"}, {"@", 8, "8"},
	}
	data := book(t, func(f *excelize.File) error {
		for i, c := range formats {
			cell := fmt.Sprintf("A%d", i+1)
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &c.code})
			if err == nil {
				err = f.SetCellFloat("Sheet1", cell, c.value, -1, 64)
			}
			if err == nil {
				err = f.SetCellStyle("Sheet1", cell, cell, style)
			}
			if err != nil {
				return err
			}
		}
		return f.SetCellBool("Sheet1", "A14", true)
	})
	r, err := NewReader(bytes.NewReader(data), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readAll(r)
	if err != nil || len(rows) != 14 || rows[13][0] != "TRUE" {
		t.Fatalf("rows %q, error %v", rows, err)
	}
	for i, c := range formats {
		if rows[i][0] != c.want {
			t.Errorf("%v in format %s: %q, want %q", c.value, c.code, rows[i][0], c.want)
		}
	}
}

// TestFormulas tells formulas without a value from those over empty cells and those never
// calculated.
func TestFormulas(t *testing.T) {
	cell := func(row int, kind, formula, value string) string {
		return fmt.Sprintf(`<row r="%d"><c r="A%d"><v>1</v></c><c r="J%d"%s>%s%s</c></row>`, row, row,
			row, kind, formula, value)
	}
	r, err := NewReader(bytes.NewReader(sheetOf(t, strings.Join([]string{
		cell(1, ` t="str"`, "<f>B1</f>", "<v></v>"),
		cell(2, "", "<f>SUM(Points!B2:I2)</f>", "<v>0</v>"),
		cell(3, "", "<f>SUM(Points!$B3:I3)/Points!B$2</f>", "<v>0</v>"),
		cell(4, "", "<f>Points!B4</f>", "<v>0</v>"),
		cell(5, "", "<f>SUM(Points!B5:I5)</f>", "<v>0</v>"),
		cell(6, "", `<f t="shared" ref="J6:J8" si="0">SUM(B6:I6)</f>`, "<v>0</v>"),
		cell(7, "", `<f t="shared" si="0"/>`, "<v>0</v>"),
		`<row r="8"><c r="B8"><v>1</v></c><c r="J8"><f t="shared" si="0"/><v>0</v></c></row>`,
		cell(9, "", `<f>IF(J7="B2","",J7)</f>`, "<v>0</v>"),
		cell(10, "", "<f>B1</f>", ""), cell(11, "", "<f>B1</f>", "<v></v>"),
		cell(12, "", "<f>SUM(Gone!B5:I5)+SUM(total[x])+LOG10(0)</f>", "<v>0</v>"),
		cell(13, "", "<f>SUM(J6:J7)</f>", "<v>0</v>"),
		cell(14, "", "<f>SUM(J14:J15)</f>", "<v>0</v>"),
	}, ""))), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(r); err != nil {
		t.Fatal(err)
	}
	empty, wrong, err := r.Sums(10)
	if err != nil || !cmp.Equal(empty, []int{3, 6, 7, 9, 13}) || !cmp.Equal(wrong, []string{"J2", "J8"}) {
		t.Errorf("empty %v, wrong %v, error %v", empty, wrong, err)
	}
	if r.Formula(1, 10) || !r.Formula(10, 10) || !r.Formula(11, 10) || r.Formula(12, 10) {
		t.Error("a formula without a value is not recognised, or one with a value is taken for one")
	}
}

// TestHidden passes over hidden sheets and knows hidden columns.
func TestHidden(t *testing.T) {
	data := book(t, func(f *excelize.File) error {
		if _, err := f.NewSheet("Exam"); err != nil {
			return err
		}
		for _, s := range []string{"Sheet1", "Exam"} {
			if err := f.SetCellStr(s, "C1", "x"); err != nil {
				return err
			}
		}
		f.SetActiveSheet(1)
		if err := f.SetSheetVisible("Sheet1", false); err != nil {
			return err
		}
		return f.SetColVisible("Exam", "B", false)
	})
	r, err := NewReader(bytes.NewReader(data), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil || r.Dialect().Sheet != "Exam" || len(r.Sheets()) != 1 ||
		r.Hidden(1) || !r.Hidden(2) || r.Hidden(3) {
		t.Errorf("sheet %s of %q, error %v", r.Dialect().Sheet, r.Sheets(), err)
	}
	if r, err = NewReader(bytes.NewReader(data), "f", Options{Sheet: "sheet1"}); err != nil ||
		r.Dialect().Sheet != "Sheet1" {
		t.Errorf("a hidden sheet cannot be chosen: %v", err)
	}
}

// TestAddedColumns adds columns right of a chart, with the look of those beside them.
func TestAddedColumns(t *testing.T) {
	data := book(t, func(f *excelize.File) error {
		bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
		if err != nil {
			return err
		}
		framed, err := f.NewStyle(&excelize.Style{NumFmt: 9, Border: []excelize.Border{
			{Type: "left", Style: 1}}})
		if err != nil {
			return err
		}
		for _, err := range []error{f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Total"}),
			f.SetSheetRow("Sheet1", "A2", &[]any{"Ann", 0.5}),
			f.SetCellStyle("Sheet1", "B1", "B1", bold), f.SetCellStyle("Sheet1", "B2", "B3", framed),
			f.SetColWidth("Sheet1", "A", "Z", 50), f.AddChart("Sheet1", "D2", &excelize.Chart{
				Type: excelize.Col, Series: []excelize.ChartSeries{{Values: "Sheet1!$B$2:$B$3"}}})} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	var b bytes.Buffer
	if err := Append(&b, bytes.NewReader(data), "f", Options{}, Added{1: {"rating", "a longer name"},
		2: {nil, "_x0041_ & <b>"}, 3: {Percent(71.2), 3}}); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells, err := f.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	first := len(cells[0]) - 1 // the rating's column, from 1
	if cells[0][first-1] != "rating" || first != 6 || cells[1][first] != "_x0041_ & <b>" ||
		cells[2][first-1] != "71%" || cells[2][first] != "3" {
		t.Errorf("rows %q", cells)
	}
	name := func(column, row int) string {
		cell, _ := excelize.CoordinatesToCellName(column, row)
		return cell
	}
	look := func(cell string) *excelize.Style {
		k, err := f.GetCellStyle("Sheet1", cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(k)
		if err != nil {
			t.Fatal(err)
		}
		return style
	}
	if s := look(name(first+1, 1)); s.Font == nil || !s.Font.Bold {
		t.Errorf("the header has not the look of the one beside it: %+v", s)
	}
	for column, format := range map[int]int{first: 9, first + 1: 0} {
		if s := look(name(column, 3)); len(s.Border) != 1 || s.NumFmt != format {
			t.Errorf("column %d: %+v", column, s)
		}
	}
	for column, want := range map[int]float64{2: 50, first: 12, first + 1: 19, first + 2: 50} {
		letters, _ := excelize.ColumnNumberToName(column)
		if got, err := f.GetColWidth("Sheet1", letters); err != nil || got != want {
			t.Errorf("column %s is %v wide, want %v (error %v)", letters, got, want, err)
		}
	}
}
