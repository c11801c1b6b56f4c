package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// all returns the first error.
func all(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

const longAnswer = "an answer of more words than a column of the usual width shows at once"

// laidOut adds two columns to a workbook, with identifiers in its first and points in its third
// column. The header is in row 2.
func laidOut(t *testing.T, make func(f *excelize.File) error) *excelize.File {
	t.Helper()
	data := book(t, func(f *excelize.File) error {
		return all(f.SetSheetName("Sheet1", "it's <7b>"),
			f.SetSheetRow("it's <7b>", "A1", &[]any{"Exam of " + strings.Repeat("spring ", 20)}),
			f.SetSheetRow("it's <7b>", "A2", &[]any{"Name", "Q1", "Total"}),
			f.SetSheetRow("it's <7b>", "A3", &[]any{"Ann", longAnswer, 4}),
			f.SetSheetRow("it's <7b>", "A4", &[]any{"Bob", "rain", nil}), make(f))
	})
	added := Added{2: {"predicted rating", "note"}, 3: {nil, longAnswer}, 4: {2.5, nil}}
	for range 2 { // what is laid out already stays
		var b bytes.Buffer
		if err := Append(&b, bytes.NewReader(data), "f", Options{Layout: Layout{ID: 1, Points: 3, High: 5,
			Prompts: map[int]string{2: `What is "<x>"?`}}},
			added); err != nil {
			t.Fatal(err)
		}
		data = b.Bytes()
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := (&workbook{zip: z}).read("xl/worksheets/sheet1.xml")
	for _, element := range []string{"sheetPr", "sheetViews", "pane", "cols", "autoFilter", "pageSetup", "dataValidations"} {
		if n := strings.Count(string(sheet), "<"+element+">") + strings.Count(string(sheet), "<"+element+" "); n > 1 {
			t.Errorf("%d of %s (%v)", n, element, err)
		}
	}
	return opened(t, bytes.NewBuffer(data))
}

// A plain workbook becomes one that people can work in.
func TestLayoutOfPlainWorkbook(t *testing.T) {
	f := laidOut(t, func(*excelize.File) error { return nil })
	const s = "it's <7b>"
	if p, err := f.GetPanes(s); err != nil || !p.Freeze || p.XSplit != 1 || p.YSplit != 2 || p.TopLeftCell != "B3" {
		t.Errorf("panes %+v (%v)", p, err)
	}
	names := map[string]string{}
	for _, n := range f.GetDefinedName() {
		names[n.Name+" of "+n.Scope] += n.RefersTo
	}
	if want := map[string]string{"_xlnm._FilterDatabase of " + s: "'it''s <7b>'!$A$2:$E$4",
		"_xlnm.Print_Titles of " + s: "'it''s <7b>'!$2:$2"}; !cmp.Equal(names, want) {
		t.Errorf("names %q", names)
	}
	list, err := f.GetDataValidations(s)
	if err != nil || len(list) != 2 || list[1].Sqref != "C3:C4" || list[1].Formula1 != "0" ||
		list[1].Formula2 != "5" || *list[1].ErrorStyle != "warning" || list[0].Sqref != "B2" ||
		!list[0].ShowInputMessage || *list[0].Prompt != `What is "<x>"?` ||
		*list[1].Error != "As far as this table says, totals are numbers from 0 to 5." {
		t.Errorf("validations %+v (%v)", list, err)
	}
	for cell, want := range map[string]string{"A1": "", "A2": "bold wrap", "C2": "bold wrap", "B3": "wrap",
		"A4": "wrap", "C3": "wrap", "D2": "bold wrap " + headFill, "E2": "bold wrap " + headFill,
		"D3": "wrap " + addedFill, "E3": "wrap " + addedFill, "E4": "wrap " + addedFill} {
		if got := described(lookOf(t, f, s, cell)); got != want {
			t.Errorf("%s is %q, expected %q", cell, got, want)
		}
	}
	for column, want := range map[string]float64{"A": 10, "B": maxWidth, "C": 11, "D": 22, "E": maxWidth} {
		if got, err := f.GetColWidth(s, column); err != nil || got != want {
			t.Errorf("column %s is %v wide, expected %v (%v)", column, got, want, err)
		}
	}
	for row, want := range map[int]float64{1: 15, 2: 15, 3: 45, 4: 15} {
		if got, err := f.GetRowHeight(s, row); err != nil || got != want {
			t.Errorf("row %d is %v high, expected %v (%v)", row, got, want, err)
		}
	}
}

// described says what is set in a style.
func described(s *excelize.Style) string {
	var list []string
	if s.Font != nil && s.Font.Bold {
		list = append(list, "bold")
	}
	if s.Font != nil && s.Font.Italic {
		list = append(list, "italic")
	}
	if s.Alignment != nil && s.Alignment.WrapText {
		list = append(list, "wrap")
	}
	return strings.Join(append(list, s.Fill.Color...), " ")
}

// What a person has set stays: styles, widths, heights, panes, filters and validations.
func TestLayoutKeepsWhatIsSet(t *testing.T) {
	const s = "it's <7b>"
	f := laidOut(t, func(f *excelize.File) error {
		style := func(color string) int {
			id, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Italic: true, Color: "FFFFFF"},
				Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{color}}})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		v := excelize.NewDataValidation(true)
		v.SetSqref("C3:C9")
		return all(f.SetCellStyle(s, "A2", "C2", style("112233")), f.SetCellStyle(s, "A3", "C4", style("334455")),
			f.SetColWidth(s, "B", "B", 12.5), f.SetRowHeight(s, 3, 77), f.SetColVisible(s, "A", false),
			f.SetPanes(s, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}),
			f.AutoFilter(s, "A2:B4", nil), v.SetDropList([]string{"1", "2"}), f.AddDataValidation(s, v))
	})
	for cell, want := range map[string]string{"A2": "italic 112233", "B3": "italic 334455",
		"C4": "italic 334455", "D2": "bold wrap " + headFill, "E3": "wrap " + addedFill,
		"D4": "wrap " + addedFill} {
		if got := described(lookOf(t, f, s, cell)); got != want {
			t.Errorf("%s is %q, expected %q", cell, got, want)
		}
	}
	if s := lookOf(t, f, s, "E3"); s.Font != nil && s.Font.Color == "FFFFFF" {
		t.Error("white letters on a light ground")
	}
	width, _ := f.GetColWidth(s, "B")
	height, _ := f.GetRowHeight(s, 3)
	shown, _ := f.GetColVisible(s, "A")
	panes, _ := f.GetPanes(s)
	list, _ := f.GetDataValidations(s)
	if width != 12.5 || height != 77 || shown || panes.YSplit != 1 || panes.XSplit != 0 || len(list) != 1 ||
		list[0].Type != "list" {
		t.Errorf("width %v, height %v, shown %v, panes %+v, validations %v", width, height, shown, panes, list)
	}
	if names := fmt.Sprint(f.GetDefinedName()); strings.Count(names, filterName) != 1 ||
		!strings.Contains(names, "$A$2:$B$4") {
		t.Errorf("names %s", names)
	}
}

// A sheet with a table of Excel's own gets no second filter, points out of range no validation, and
// a header far below no pane.
func TestLayoutOfOtherSheets(t *testing.T) {
	const s = "it's <7b>"
	f := laidOut(t, func(f *excelize.File) error {
		return all(f.AddTable(s, &excelize.Table{Range: "A2:C4", Name: "exam"}), f.SetCellValue(s, "C4", 6))
	})
	list, err := f.GetDataValidations(s)
	if names := f.GetDefinedName(); err != nil || len(list) != 1 || strings.Contains(fmt.Sprint(names), filterName) {
		t.Errorf("validations %v, names %v (%v)", list, names, err)
	}
	data := book(t, func(f *excelize.File) error { return f.SetCellValue("Sheet1", "A20", "Name") })
	var b bytes.Buffer
	if err := Append(&b, bytes.NewReader(data), "f", Options{}, Added{20: {"x"}, 21: {1}}); err != nil {
		t.Fatal(err)
	}
	if p, err := opened(t, &b).GetPanes("Sheet1"); err != nil || p.Freeze {
		t.Errorf("panes %+v (%v)", p, err)
	}
	b.Reset() // a sheet of several to which nothing is added
	if err := Append(&b, bytes.NewReader(data), "f", Options{}, Added{}); err != nil {
		t.Fatal(err)
	}
	if p, err := opened(t, &b).GetPanes("Sheet1"); err != nil || p.Freeze {
		t.Errorf("panes %+v (%v)", p, err)
	}
}

// Parts of other programs have prefixes, and elements in an order that must be kept.
func TestLayoutOfParts(t *testing.T) {
	l := &layouter{Layout: Layout{ID: 2}, styler: newStyler(nil), header: 1, last: 2, first: 2, columns: 1,
		rows: map[int][]string{1: {"Name", "x"}, 2: {longAnswer}}}
	got := string(l.sheet([]byte(`<x:worksheet><x:dimension ref="A1"/><x:sheetViews><x:sheetView topLeftCell="A9" ` +
		`workbookViewId="0"/></x:sheetViews><x:cols><x:col min="1" max="3" width="7"/></x:cols><x:sheetData>` +
		`<x:row r="1"><x:c r="A1"/><x:c r="B1"/></x:row><x:row r="2" ht="60"></x:row></x:sheetData><x:sheetProtection/>` +
		`<x:mergeCells/><x:pageMargins/><x:headerFooter/></x:worksheet>`)))
	want := `<x:worksheet><x:sheetPr><x:pageSetUpPr fitToPage="1"/></x:sheetPr><x:dimension ref="A1"/>` +
		`<x:sheetViews><x:sheetView workbookViewId="0"><x:pane xSplit="2" ySplit="1" topLeftCell="C2" ` +
		`activePane="bottomRight" state="frozen"/></x:sheetView></x:sheetViews><x:cols><x:col min="1" max="1" ` +
		`width="34" customWidth="1"/><x:col min="2" max="2" width="9" customWidth="1"/><x:col min="3" max="3" ` +
		`width="7"/></x:cols><x:sheetData><x:row r="1"><x:c r="A1"/><x:c r="B1"/></x:row><x:row r="2" ht="60">` +
		`<x:c r="B2" s="0"/></x:row></x:sheetData><x:sheetProtection/><x:autoFilter ref="A1:B2"/><x:mergeCells/>` +
		`<x:printOptions gridLines="1"/><x:pageMargins/><x:pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><x:headerFooter/>` +
		`</x:worksheet>`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = string(l.names([]byte(`<x:workbook><x:sheets><x:sheet name="A"/><x:sheet name="B"/></x:sheets>`+
		`<x:calcPr/></x:workbook>`), "B"))
	if want := `</x:sheets><x:definedNames><x:definedName name="_xlnm.Print_Titles" localSheetId="1">` +
		`&#39;B&#39;!$1:$1</x:definedName><x:definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">` +
		`&#39;B&#39;!$A$1:$B$2</x:definedName></x:definedNames><x:calcPr/>`; !strings.Contains(got, want) {
		t.Errorf("names %s", got)
	}
}
