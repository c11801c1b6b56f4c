package sheet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// opened returns a workbook that was written, as another program reads it.
func opened(t *testing.T, b *bytes.Buffer) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// lookOf returns the style of a cell.
func lookOf(t *testing.T, f *excelize.File, sheet, cell string) *excelize.Style {
	t.Helper()
	id, err := f.GetCellStyle(sheet, cell)
	if err != nil {
		t.Fatal(err)
	}
	style, err := f.GetStyle(id)
	if err != nil {
		t.Fatal(err)
	}
	return style
}

// A sheet for people: what they need stays in sight, no text is cut, and points are in range.
func TestBookForPeople(t *testing.T) {
	long := strings.Repeat("many words that need room ", 4)
	var b bytes.Buffer
	if err := WriteBook(&b, Page{Name: "next", Points: 4, OutOf: 3, Rows: [][]any{
		{"question", "answer", "out of", "points"}, {"Q1", "rain", 2, nil}, {"Q2", long, 5, nil},
		{"Q3", strings.Repeat("a line\n", 100), 5, nil}}}); err != nil {
		t.Fatal(err)
	}
	f := opened(t, &b)
	if p, err := f.GetPanes("next"); err != nil || !p.Freeze || p.XSplit != 1 || p.YSplit != 1 {
		t.Errorf("panes %+v (%v)", p, err)
	}
	list, err := f.GetDataValidations("next")
	if err != nil || len(list) != 1 {
		t.Fatalf("validations %v (%v)", list, err)
	}
	if v := list[0]; v.Sqref != "D2:D4" || v.Type != "decimal" || v.Formula1 != "0" ||
		v.Formula2 != "C2" || !v.AllowBlank || *v.ErrorStyle != "stop" || !v.ShowErrorMessage ||
		!strings.Contains(*v.Error, "from 0 to what the row is out of") {
		t.Errorf("validation %+v", v)
	}
	filter := ""
	for _, n := range f.GetDefinedName() {
		if n.Name == "_xlnm._FilterDatabase" {
			filter = n.RefersTo
		}
	}
	if filter != "next!$A$1:$D$4" && filter != "'next'!$A$1:$D$4" {
		t.Errorf("filter %q", filter)
	}
	if head := lookOf(t, f, "next", "B1"); head.Font == nil || !head.Font.Bold {
		t.Errorf("header %+v", head)
	}
	if body := lookOf(t, f, "next", "B3"); !body.Alignment.WrapText || body.Font.Bold ||
		len(body.Fill.Color) > 0 {
		t.Errorf("body %+v", body)
	}
	if points := lookOf(t, f, "next", "D3"); len(points.Fill.Color) == 0 {
		t.Errorf("points %+v", points)
	}
	width, _ := f.GetColWidth("next", "B")
	heights := [5]float64{}
	for row := 1; row < len(heights); row++ {
		heights[row], _ = f.GetRowHeight("next", row)
	}
	if width != maxWidth || heights[2] != lineHeight || heights[4] != maxLines*lineHeight ||
		heights[3] < lineHeight*float64(len(long))/maxWidth || heights[3] > 6*lineHeight {
		t.Errorf("width %v, heights %v", width, heights)
	}
}

// Words are wrapped as spreadsheets do: between words, and within those that fill a line.
func TestLinesOf(t *testing.T) {
	for text, want := range map[string]int{"": 0, "0123456789": 1, "01234 6789": 1, "01234 67890": 2,
		"one\ntwo\n": 2, "0123456789012345678901": 3, "漢字漢字漢": 1, "漢字漢字漢字": 2, "\n\nx": 3} {
		if got := linesOf(text, 10); got != want {
			t.Errorf("%q takes %d lines, expected %d", text, got, want)
		}
	}
}
