package grade

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/suite"
)

// TestGoOn goes on from a result with percentages: a total over a prediction and one by a formula
// that refers to it go into the column of totals, and a note stays. Who wrote the file is known.
func TestGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "exam.xlsx")
	rows := [][]any{{"Name", "Q1", "Q2", "Total"}}
	for i := range 9 {
		answer := []string{"water from clouds", "the blue sky", "clouds"}[i%3]
		row := []any{fmt.Sprint("s", i), answer, answer + " again", sheet.Percent(100 - 40*(i%3))}
		if i >= 6 {
			row[3] = nil
		}
		rows = append(rows, row)
	}
	book := excelize.NewFile()
	style := suite.Must(book.NewStyle(&excelize.Style{NumFmt: 9}))(t)
	suite.OK(t, book.SetCellStyle("Sheet1", "D2", "D10", style))
	for i, row := range rows {
		if p, ok := row[3].(sheet.Percent); ok {
			row[3] = float64(p) / 100
		}
		suite.OK(t, book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row))
	}
	suite.OK(t, book.SaveAs(path))
	gradeAgain := func(from, to string) {
		sets := suite.Must(datasets.Table(datasets.TableOptions{Accept: true, Max: 100}).Open(from, datasets.Options{}))(t)
		r := grade(t, sets[0], Options{})
		var out bytes.Buffer
		in := suite.Must(os.Open(from))(t)
		defer in.Close()
		suite.OK(t, r.WriteTable(&out, to, in, sets[0].Table.Mapping))
		suite.OK(t, os.WriteFile(to, out.Bytes(), 0o600))
	}
	second, third := strings.Replace(path, ".", "-2.", 1), strings.Replace(path, ".", "-3.", 1)
	gradeAgain(path, second)
	if wrote, intact, from := Wrote(second); !wrote || !intact || from != "" {
		t.Errorf("%v, %v, %q of a result", wrote, intact, from)
	}
	f := suite.Must(excelize.OpenFile(second))(t)
	head := suite.Must(f.GetRows("Sheet1"))(t)[0]
	last := suite.Must(excelize.CoordinatesToCellName(len(head), 10))(t)
	if head[4] != "predicted rating" || head[len(head)-1] != "note" {
		t.Fatalf("columns %q", head)
	}
	suite.OK(t, f.SetCellFloat("Sheet1", "E8", 0.13, -1, 64))
	suite.OK(t, f.SetCellFloat("Sheet1", "D9", 77, -1, 64)) // a text, beside its formula
	suite.OK(t, f.SetCellFormula("Sheet1", "D9", "E9+0"))
	suite.OK(t, f.SetCellStr("Sheet1", last, "mine"))
	suite.OK(t, f.Save())
	if wrote, intact, _ := Wrote(second); !wrote || intact {
		t.Errorf("%v, %v of a changed result", wrote, intact)
	}
	gradeAgain(second, third)
	if wrote, intact, from := Wrote(third); !wrote || !intact || from != filepath.Base(second) {
		t.Errorf("%v, %v, %q of a result that goes on", wrote, intact, from)
	}
	f = suite.Must(excelize.OpenFile(third))(t)
	for cell, want := range map[string]string{"D8": "13%", "D9": "77%", "E8": "", "E9": "", "D10": "", last: "mine",
		"E1": "predicted rating", "D2": "100%"} {
		if got := suite.Must(f.GetCellValue("Sheet1", cell))(t); got != want {
			t.Errorf("%s is %q, expected %q", cell, got, want)
		}
	}
	if got := suite.Must(f.GetCellFormula("Sheet1", "D9"))(t); got != "" {
		t.Errorf("the formula %s refers to an empty cell", got)
	}
	if wrote, intact, _ := Wrote(path); wrote || intact || WrotePage(path) {
		t.Error("the first table counts as a result")
	}
}
