package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/sheet"
)

// classes is a workbook with two classes, the second under a title, with a key and with notes.
func classes(t *testing.T) []byte {
	t.Helper()
	head := []any{"Name", "Q1", "Q2", "Total"}
	var b bytes.Buffer
	if err := sheet.WriteBook(&b, sheet.Page{Name: "Info", Rows: [][]any{{"Civics"}, {"2 classes"}}},
		sheet.Page{Name: "7a", Rows: [][]any{head, {"points", 2, 3, 5}, {"ann", "rain", "mud", 4},
			{"bob", "snow", "", ""}, {"cem", "hail", "dust", 0}}},
		sheet.Page{Name: "7b", Rows: [][]any{{"Class 7b"}, head, {"points", 2, 3, 5}, {"dan", "fog", "mud", 2.5},
			{"ann", "ice", "dust", ""}}},
		sheet.Page{Name: "Key", Rows: [][]any{{"question", "answer"}, {"Q1", "rain"}, {"Q2", "mud"}}}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestJoinSheets reads two sheets of the same form as one table.
func TestJoinSheets(t *testing.T) {
	book := classes(t)
	for _, name := range []string{"all", "7a/7b"} {
		d, err := ReadTable(bytes.NewReader(book), "exam.xlsx", TableOptions{Sheet: name}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, r := range d.Respondents {
			got += fmt.Sprintf("%s %s %q %.1f %d\n", r.ID, r.Attributes["sheet"], r.Responses, r.Rating, d.Table.Rows[i])
		}
		const want = `ann (7a) 7a ["rain" "mud"] 0.8 3
bob 7a ["snow" ""] NaN 4
cem 7a ["hail" "dust"] 0.0 5
dan 7b ["fog" "mud"] 0.5 9
ann (7b) 7b ["ice" "dust"] NaN 10
`
		if diff := cmp.Diff(want, got); diff != "" || len(d.Questions) != 2 || d.Table.Sheet != "7a/7b" || !d.HasKey() {
			t.Errorf("%s: %d questions, sheet %s, %s", name, len(d.Questions), d.Table.Sheet, diff)
		}
		notes := strings.Join(d.Notes, "\n")
		for _, note := range []string{`sheet "7b" is rows 9 to 10`, `sheet "7a/7b" is read, not "Info"`} {
			if strings.Contains(notes, note) != (name == "all" || !strings.Contains(note, "Info")) {
				t.Errorf("%s: notes %s", name, notes)
			}
		}
	}
	// Columns are added to both.
	var out bytes.Buffer
	if err := sheet.Append(&out, bytes.NewReader(book), "exam.xlsx", sheet.Options{Sheet: "7a/7b"},
		sheet.Added{1: {"predicted"}, 3: {3.5}, 10: {1.5}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"7a": "Name Q1 Q2 Total predicted|points 2 3 5|ann rain mud 4 3.5|bob snow|cem hail dust 0",
		"7b": "Class 7b|Name Q1 Q2 Total predicted|points 2 3 5|dan fog mud 2.5|ann ice dust  1.5",
	} {
		r, err := sheet.NewReader(bytes.NewReader(out.Bytes()), "exam.xlsx", sheet.Options{Sheet: name})
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for row, err := r.Next(); err == nil; row, err = r.Next() {
			rows = append(rows, strings.TrimRight(strings.Join(row.Cells, " "), " "))
		}
		if got := strings.Join(rows, "|"); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, want := range map[string]string{
		"7a/7c":   `exam.xlsx, sheet 7c: found no sheet "7c", expected one of "Info", "7a", "7b", "Key"`,
		"7a/Key":  `exam.xlsx, sheet Key:1: found other names of columns than in sheet "7a", expected the same ones`,
		"7a/Info": `exam.xlsx, sheet Info`,
	} {
		if _, err := ReadTable(bytes.NewReader(book), "exam.xlsx", TableOptions{Sheet: name}, Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// TestJoinFormulas finds formulas without values in the second sheet, of which sums are added up.
func TestJoinFormulas(t *testing.T) {
	for formula, want := range map[string]string{"SUM(E4:F4)": "0.6", "MAX(E4:F4)": `exam.xlsx, sheet 7a/7b:9: found a ` +
		`formula without a stored value in column "Total"`} {
		f, err := excelize.OpenReader(bytes.NewReader(classes(t)))
		if err != nil {
			t.Fatal(err)
		}
		for cell, v := range map[string]any{"E4": 1, "F4": 2, "D4": nil} {
			if err := f.SetCellValue("7b", cell, v); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.SetCellFormula("7b", "D4", formula); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		d, err := ReadTable(&b, "exam.xlsx", TableOptions{Sheet: "all"}, Options{})
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(d.Respondents[3].Rating)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
}
