package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/suite"
)

// TestTeachersLoop grades a workbook, types the totals of those to look at first into the result,
// with remarks, and goes on from that, twice; LibreOffice, if there is one, saves the first result
// again. Nothing that was typed is lost, no result is replaced, and the others' error falls.
func TestTeachersLoop(t *testing.T) {
	suite.Slow(t, "grades a workbook three times")
	dir := t.TempDir()
	truth := trueTotals(t, dir)
	exam := suite.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "tables", "openpyxl.xlsx")))(t)
	path := filepath.Join(dir, "exam.xlsx")
	suite.OK(t, os.WriteFile(path, exam, 0o600))
	typed := map[string]string{}
	var off []float64
	for n, result := range []string{"exam-graded.xlsx", "exam-graded-2.xlsx", "exam-graded-3.xlsx"} {
		gradeInto(t, path, result)
		if path = filepath.Join(dir, result); n == 0 {
			saveAgain(t, path)
			gradeInto(t, filepath.Join(dir, "exam.xlsx"), result)
		}
		before := suite.Must(os.ReadFile(path))(t)
		f := suite.Must(excelize.OpenFile(path))(t)
		b := sheetByName{t, f, f.GetSheetName(0), map[string]int{}}
		rows := b.read()
		if n == 0 {
			b.column["Remarks"] = len(rows[0])
			b.set(1, len(rows[0]), "Remarks")
		}
		sum, unrated := 0.0, 0
		for i, row := range rows[1:] {
			name := b.at(row, "Name")
			for column, want := range map[string]string{"Total": typed[name], "Remarks": typed["remark "+name],
				"note": typed["note "+name]} {
				if got := b.at(row, column); want != "" && got != want {
					t.Errorf("%s: %s of %s is %q, expected %q", result, column, name, got, want)
				}
			}
			first, err := strconv.Atoi(b.at(row, "look first"))
			if (err == nil) != (b.at(row, "Total") == "") {
				t.Errorf("%s: %s has rank %d and total %q", result, name, first, b.at(row, "Total"))
			}
			if err != nil {
				continue
			}
			rating := suite.Must(strconv.ParseFloat(b.at(row, "predicted rating"), 64))(t)
			sum, unrated = sum+math.Abs(rating-truth[name]), unrated+1
			if first <= 5 {
				typed[name] = strconv.FormatFloat(truth[name], 'f', -1, 64)
				typed["remark "+name], typed["note "+name] = fmt.Sprint("read ", n), fmt.Sprint("seen ", n)
				b.set(i+2, b.column["Total"], truth[name])
				b.set(i+2, b.column["Remarks"], typed["remark "+name])
				b.set(i+2, b.column["note"], typed["note "+name])
			}
		}
		off = append(off, sum/float64(unrated))
		suite.OK(t, f.Save())
		suite.OK(t, f.Close())
		if bytes.Equal(before, suite.Must(os.ReadFile(path))(t)) {
			t.Fatalf("%s was not changed", result)
		}
		if n == 0 {
			saveAgain(t, path)
		}
	}
	if len(typed) != 45 || off[2] >= off[0] {
		t.Errorf("%d entries typed; those without a total were off by %.2f points on average", len(typed), off)
	}
	files := suite.Must(filepath.Glob(filepath.Join(dir, "*.xlsx")))(t)
	if gradeInto(t, filepath.Join(dir, "exam.xlsx"), "exam-graded-4.xlsx"); len(files) != 4 {
		t.Errorf("files %q", files)
	}
}

// gradeInto runs lrp grade, which must write a result.
func gradeInto(t *testing.T, path, result string) {
	t.Helper()
	out, err := exec.Command("lrp", "grade", path, "--max", "20").CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("wrote "+filepath.Join(filepath.Dir(path), result)+" and ")) {
		t.Fatalf("%s: %v\n%s", path, err, out)
	}
}

// saveAgain has LibreOffice save a workbook, if there is one.
func saveAgain(t *testing.T, path string) {
	t.Helper()
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Log("LibreOffice is not installed: it saves no file again")
		return
	}
	dir := t.TempDir()
	out, err := exec.Command(program, "-env:UserInstallation=file://"+filepath.ToSlash(filepath.Join(dir, "profile")),
		"--headless", "--convert-to", "xlsx", "--outdir", dir, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	suite.OK(t, os.WriteFile(path, suite.Must(os.ReadFile(filepath.Join(dir, filepath.Base(path))))(t), 0o600))
}

// trueTotals returns the totals of all respondents of the tables in testdata, which testdata's
// make.py leaves out for some.
func trueTotals(t *testing.T, dir string) map[string]float64 {
	t.Helper()
	path := filepath.Join(dir, "all.jsonl")
	out, err := exec.Command("lrp", "convert", "synthetic-civics:40:7", "--rating", "fraction", "--out", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	totals := map[string]float64{}
	d := json.NewDecoder(bytes.NewReader(suite.Must(os.ReadFile(path))(t)))
	for i := 0; d.More(); i++ {
		var r struct{ Scores []float64 }
		suite.OK(t, d.Decode(&r))
		for _, s := range r.Scores {
			totals[fmt.Sprintf("Student %02d", i)] += math.Round(4*s) / 2
		}
	}
	return totals
}

// sheetByName reads and sets cells by the names of their columns.
type sheetByName struct {
	t      *testing.T
	f      *excelize.File
	sheet  string
	column map[string]int // from 0
}

func (b sheetByName) read() [][]string {
	rows := suite.Must(b.f.GetRows(b.sheet))(b.t)
	for k, name := range rows[0] {
		b.column[name] = k
	}
	return rows
}

func (b sheetByName) at(row []string, column string) string {
	if k, found := b.column[column]; found && k < len(row) {
		return row[k]
	}
	return ""
}

func (b sheetByName) set(row, column int, value any) {
	b.t.Helper()
	cell := suite.Must(excelize.CoordinatesToCellName(column+1, row))(b.t)
	suite.OK(b.t, b.f.SetCellValue(b.sheet, cell, value))
}
