package sheet

import (
	"archive/zip"
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// book returns a workbook made by a function.
func book(t *testing.T, make func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if err := make(f); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const third = 1.0 / 3

func exam(t *testing.T) []byte {
	return book(t, func(f *excelize.File) error {
		for _, s := range []string{"Empty", "Key"} {
			if _, err := f.NewSheet(s); err != nil {
				return err
			}
		}
		for cell, v := range map[string]any{
			"A2": "Name", "B2": "Q1", "C2": "Total", "D2": "Date", "E2": "Code", "F2": "Share",
			"A3": "Zoë", "B3": "=not a formula", "C3": 7.25, "D3": 45000, "E3": 7, "F3": 0.5,
			"A6": "Ann",
		} {
			if err := f.SetCellValue("Sheet1", cell, v); err != nil {
				return err
			}
		}
		for cell, format := range map[string]int{"C3": 1, "D3": 14, "F3": 9} {
			style, err := f.NewStyle(&excelize.Style{NumFmt: format})
			if err != nil {
				return err
			}
			if err := f.SetCellStyle("Sheet1", cell, cell, style); err != nil {
				return err
			}
		}
		zeros := "000"
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &zeros})
		if err != nil {
			return err
		}
		if err := f.SetCellStyle("Sheet1", "E3", "E3", style); err != nil {
			return err
		}
		if err := setNumber(f, "Sheet1", "C6", third); err != nil {
			return err
		}
		if err := f.SetCellFormula("Sheet1", "B6", "A2"); err != nil {
			return err
		}
		return f.SetCellStr("Key", "A1", "question")
	})
}

func TestWorkbook(t *testing.T) {
	r, err := NewReader(bytes.NewReader(exam(t)), "f.xlsx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := r.Sheets(); !cmp.Equal(got, []string{"Sheet1", "Key"}) {
		t.Errorf("sheets %q", got)
	}
	var numbers []int
	var rows [][]string
	for row, err := r.Next(); err == nil; row, err = r.Next() {
		numbers, rows = append(numbers, row.Number), append(rows, row.Cells)
	}
	want := [][]string{{"Name", "Q1", "Total", "Date", "Code", "Share"},
		{"Zoë", "=not a formula", "7.25", "2023-03-15", "007", "50%"},
		{"Ann", "", "0.3333333333333333"}}
	if diff := cmp.Diff(want, rows); diff != "" || !cmp.Equal(numbers, []int{2, 3, 6}) {
		t.Errorf("rows %v\n%s", numbers, diff)
	}
	if !r.Formula(6, 2) || r.Formula(3, 2) {
		t.Error("a formula is not recognised, or a text is taken for one")
	}
	key, err := r.Open("Key")
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := readAll(key); err != nil || !cmp.Equal(rows, [][]string{{"question"}}) {
		t.Errorf("rows %q, error %v", rows, err)
	}
}

func TestSheetByName(t *testing.T) {
	for sheet, want := range map[string]string{
		"key": "Key", "3": "Key", "sheet1": "Sheet1",
		"x": `f: found no sheet "x", expected one of "Sheet1", "Empty", "Key"`,
		"9": `f: found no sheet "9", expected one of "Sheet1", "Empty", "Key"`,
	} {
		r, err := NewReader(bytes.NewReader(exam(t)), "f", Options{Sheet: sheet})
		if err != nil {
			if err.Error() != want {
				t.Errorf("%s: %v, want %s", sheet, err, want)
			}
			continue
		}
		if got := r.Dialect().Sheet; got != want {
			t.Errorf("%s: sheet %s, want %s", sheet, got, want)
		}
		r.Close()
	}
}

func TestEmptyWorkbook(t *testing.T) {
	data := book(t, func(*excelize.File) error { return nil })
	_, err := NewReader(bytes.NewReader(data), "f", Options{})
	if err == nil || !strings.Contains(err.Error(), "found a workbook without any cells") {
		t.Errorf("error %v", err)
	}
}

func TestAppendToWorkbook(t *testing.T) {
	var b bytes.Buffer
	added := Added{2: {"rating", "low"}, 3: {0.5, 3}, 6: {"=cmd", math.NaN()}}
	if err := Append(&b, bytes.NewReader(exam(t)), "f.xlsx", Options{}, added); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, want := range map[string]string{"A3": "Zoë", "D3": "03-15-23", "G2": "rating",
		"H2": "low", "G3": "0.5", "H3": "3", "G6": "=cmd", "H6": ""} {
		if got, err := f.GetCellValue("Sheet1", cell); err != nil || got != want {
			t.Errorf("%s is %q, want %q (error %v)", cell, got, want, err)
		}
	}
	if formula, err := f.GetCellFormula("Sheet1", "G6"); err != nil || formula != "" {
		t.Errorf("a text became the formula %s (error %v)", formula, err)
	}
	if formula, err := f.GetCellFormula("Sheet1", "B6"); err != nil || formula != "A2" {
		t.Errorf("the formula is lost: %s (error %v)", formula, err)
	}
	if got := f.GetSheetList(); !cmp.Equal(got, []string{"Sheet1", "Empty", "Key"}) {
		t.Errorf("sheets %q", got)
	}
}

func TestWriteBook(t *testing.T) {
	var b bytes.Buffer
	err := WriteBook(&b, Page{Name: "Answers", Rows: [][]any{{"id", "x"}, {1, "=y"}}},
		Page{Name: "Key", Rows: [][]any{{0.25}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b, "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if rows, err := readAll(r); err != nil || !cmp.Equal(rows, [][]string{{"id", "x"}, {"1", "=y"}}) {
		t.Errorf("rows %q, error %v", rows, err)
	}
	long := strings.Repeat("x", excelize.TotalCellChars+1)
	if err := WriteBook(&b, Page{Name: "A", Rows: [][]any{{long}}}); err == nil ||
		!strings.Contains(err.Error(), "write a .csv instead") {
		t.Errorf("error %v for a cell that is too long", err)
	}
}

// TestDamagedWorkbooks reads workbooks whose parts were replaced or cut.
func TestDamagedWorkbooks(t *testing.T) {
	for from, to := range map[string]string{
		`t="s"><v>0</v>`: `t="s"><v>-1</v>`,
		`r="A2"`:         `r="ZZZZZZ99999999"`,
		`<sheetData>`:    `<sheetData><row r="-5"><c r="A-5"/></row>`,
		`<worksheet`:     `<x`,
	} {
		data := replaceInBook(t, exam(t), "xl/worksheets/sheet1.xml", from, to)
		r, err := NewReader(bytes.NewReader(data), "f.xlsx", Options{})
		if err != nil {
			checkError(t, err)
			continue
		}
		for {
			if _, err = r.Next(); err != nil {
				break
			}
		}
		if err != io.EOF {
			checkError(t, err)
		}
		r.Close()
	}
	whole := exam(t)
	for _, n := range []int{len(whole) / 3, len(whole) - 10} {
		_, err := NewReader(bytes.NewReader(whole[:n]), "f.xlsx", Options{})
		if err == nil || !strings.Contains(err.Error(), "f.xlsx: found a damaged workbook") {
			t.Errorf("cut at %d: error %v", n, err)
		}
	}
}

// replaceInBook replaces a piece of a part of a workbook, which must have it.
func replaceInBook(t *testing.T, data []byte, part, from, to string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == part {
			if !bytes.Contains(content, []byte(from)) {
				t.Fatalf("%s has no %s", part, from)
			}
			content = bytes.Replace(content, []byte(from), []byte(to), 1)
		}
		w, err := out.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOtherDocuments refuses archives that are no workbooks, by what they hold.
func TestOtherDocuments(t *testing.T) {
	for part, want := range map[string]string{
		"word/document.xml": "found a word processor's document (.docx), expected a file saved as",
		"mimetype":          "found an OpenDocument spreadsheet (.ods), expected a file saved as",
		"xl/workbook.bin":   "found a binary Excel workbook (.xlsb)",
		"Index/Tables.iwa":  "found a document of Numbers or Pages",
		"readme.txt":        "found a ZIP archive",
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.Create(part)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("application/vnd.oasis.opendocument.spreadsheet")); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := NewReader(&b, "f", Options{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", part, err, want)
		}
	}
}
