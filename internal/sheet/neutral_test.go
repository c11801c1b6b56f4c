package sheet

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// formulaTexts are cells that some spreadsheet may take for a formula: see OWASP on CSV injection.
var formulaTexts = []string{
	"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0",
	"＝1+1", "＋1", "－1", "＠SUM(A1)", "﹦1", "﹢1", "﹣1", "﹫x", "⁼1", "₊1",
	"\ufeff=1", "\u200b＝1", "\u2060\u00ad@x", "'=1", "'＝1", "''＠x", "'\ufeff=1",
}

// TestNeutral writes cells and reads them again, in each dialect.
func TestNeutral(t *testing.T) {
	cells := append([]string{"-5", "+0.5", "1e-5", "'", "'quoted", "don't", "é", "−5", "＃", "a=1", " "},
		formulaTexts...)
	rows := [][]string{{"header"}}
	for _, c := range cells {
		rows = append(rows, []string{"x" + c, c, "y"})
	}
	read := func(name string, b []byte) {
		t.Helper()
		r, err := NewReader(bytes.NewReader(b), name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for i := 0; ; i++ {
			row, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				if diff := cmp.Diff(rows[i], row.Cells); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		}
	}
	var values [][]any
	for _, row := range rows[1:] {
		values = append(values, []any{row[0], row[1], row[2]})
	}
	var b bytes.Buffer
	if err := WriteRows(&b, rows[0], values); err != nil {
		t.Fatal(err)
	}
	for _, c := range formulaTexts {
		if c[0] != '\'' && (strings.Contains(b.String(), ","+c+",") ||
			strings.Contains(b.String(), `,"`+c+`",`)) {
			t.Errorf("%q is written as it is", c)
		}
	}
	read("a.csv", b.Bytes())
	b.Reset()
	var page Page
	page.Name = "Sheet"
	for _, row := range rows {
		var cells []any
		for _, c := range row {
			cells = append(cells, c)
		}
		page.Rows = append(page.Rows, cells)
	}
	if err := WriteBook(&b, page); err != nil {
		t.Fatal(err)
	}
	read("a.xlsx", b.Bytes())
}

// TestFormulaText reads texts that are written as formulas.
func TestFormulaText(t *testing.T) {
	const in = "id,Why?,Total\n=\"007\",\"=\"\"so\"\"\",=\"7\"\n'=\"008\",\"=\"\"a\"\"&\"\"b\"\"\",=\"\"\n"
	r, err := NewReader(strings.NewReader(in), "a.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readAll(r)
	want := [][]string{{"id", "Why?", "Total"}, {"007", "so", "7"}, {`="008"`, `="a"&"b"`, ""}}
	if diff := cmp.Diff(want, rows); err != nil || diff != "" {
		t.Errorf("error %v, %s", err, diff)
	}
}
