package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// formulas returns a workbook of five people with two questions, points on another sheet, of which
// the last two have none, and totals that are formulas with stored values.
func formulas(t *testing.T, totals ...float64) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if _, err := f.NewSheet("Points"); err != nil {
		t.Fatal(err)
	}
	set := func(sheet, cell string, v any) {
		if err := f.SetCellValue(sheet, cell, v); err != nil {
			t.Fatal(err)
		}
	}
	for cell, v := range map[string]string{"A1": "id", "B1": "Why?", "C1": "How so?", "D1": "Total"} {
		set("Sheet1", cell, v)
	}
	for i, total := range totals {
		row := i + 2
		set("Sheet1", fmt.Sprint("A", row), fmt.Sprint("p", row))
		set("Sheet1", fmt.Sprint("B", row), fmt.Sprint("because of ", row))
		set("Sheet1", fmt.Sprint("C", row), fmt.Sprint("as it is ", row))
		set("Sheet1", fmt.Sprint("D", row), total)
		if err := f.SetCellFormula("Sheet1", fmt.Sprint("D", row),
			fmt.Sprintf("SUM(Points!A%d:B%d)", row, row)); err != nil {
			t.Fatal(err)
		}
		if i < 3 {
			set("Points", fmt.Sprint("A", row), 0)
			set("Points", fmt.Sprint("B", row), i)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTotalsOfFormulas takes totals over empty cells for none, and refuses those never calculated.
func TestTotalsOfFormulas(t *testing.T) {
	d, err := ReadTable(bytes.NewReader(formulas(t, 0, 1, 2, 0, 0)), "f.xlsx", TableOptions{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, true, true, false, false} {
		if got := d.Respondents[i].Rated(); got != want {
			t.Errorf("row %d is rated: %v, want %v", i+2, got, want)
		}
	}
	want := "2 totals are 0 and come from formulas over empty cells: taken as unrated"
	if !strings.Contains(strings.Join(d.Notes, "\n"), want) {
		t.Errorf("notes %q", d.Notes)
	}
	_, err = ReadTable(bytes.NewReader(formulas(t, 0, 0, 0, 0, 0)), "f.xlsx", TableOptions{}, Options{})
	want = `f.xlsx, sheet Sheet1: found 2 formulas in column "Total" that were never calculated (D3, D4)`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
