package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestGradeTables grades one exam as several programs write it. Tables without acceptable answers
// give the same predictions. Those with all of them, and maybe with the wording of the questions,
// which AUTO compares with the responses, give almost the same ones. These are better: here they
// are off by 1.2 points and the ones without answers by 1.9, as both say. So the two kinds may
// differ, but by no more than such errors. Moodle tells only the first of the answers.
func TestGradeTables(t *testing.T) {
	suite.Slow(t, "grades a dozen tables")
	folder := filepath.Join("..", "..", "testdata", "tables")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	plain := map[string]bool{
		"exam.tsv.zst": true, "google-forms.csv": true, "libreoffice.xlsx": true, "long.csv.gz": true,
		"pandas.parquet": true, "qualtrics.csv": true, "unicode.txt": true, "utf8-bom.csv": true,
	}
	keyed := map[string]bool{"openpyxl.xlsx": true, "windows-1252.csv": true}
	var want, wantKeyed [][3]float64
	tables := 0
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".py" || ext == ".sh" || ext == ".md" {
			continue
		}
		tables++
		file := filepath.Join(t.TempDir(), e.Name())
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		got := gradeTable(t, file)
		if len(got) != 15 {
			t.Errorf("%s: %d predictions, expected 15", e.Name(), len(got))
			continue
		}
		switch name := e.Name(); {
		case plain[name] && want == nil:
			want = got
		case want == nil:
			t.Fatalf("%s: found no predictions without answers to compare with", name)
		case keyed[name] && wantKeyed == nil:
			wantKeyed = got
		case keyed[name]:
			if off := meanDifference(got, wantKeyed); off > 0.5 {
				t.Errorf("%s: predictions differ by %v points from others with answers", name, off)
			}
		}
		if off := meanDifference(got, want); plain[e.Name()] && off > 0 || off > 3 {
			t.Errorf("%s: predictions differ by %v points from those without answers", e.Name(), off)
		}
	}
	if tables < 8 {
		t.Errorf("found %d tables, expected at least 8", tables)
	}
}

// TestOnePromise checks that lrp grade and lrp train find the same errors for the same table.
func TestOnePromise(t *testing.T) {
	suite.Slow(t, "fits many models")
	table := filepath.Join("..", "..", "testdata", "tables", "openpyxl.xlsx")
	errorsOf := func(pattern string, args ...string) string {
		out, err := exec.Command("lrp", args...).CombinedOutput()
		found := regexp.MustCompile(pattern).FindSubmatch(out)
		if err != nil || found == nil {
			t.Fatalf("lrp %q: %v\n%s", args, err, out)
		}
		return string(bytes.Join(found[1:], []byte(" ")))
	}
	const figure = "([0-9.]+)"
	graded := errorsOf("\nleave-one-out: RMSE "+figure+", mean absolute error "+figure+
		"; guessing the mean: "+figure, "grade", table, "--out", filepath.Join(t.TempDir(), "exam.xlsx"))
	trained := errorsOf("units of the data: RMSE "+figure+", mean absolute error "+figure+
		"; the constant best guess has RMSE "+figure, "train", "-m", filepath.Join(t.TempDir(), "m"), table)
	if graded != trained {
		t.Errorf("lrp grade promises %s, lrp train %s", graded, trained)
	}
}

// meanDifference returns the mean absolute difference of ratings.
func meanDifference(a, b [][3]float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i][0] - b[i][0])
	}
	return sum / float64(len(a))
}

// gradeTable runs lrp grade with and without files, and returns rating, low and high of each
// unrated row.
func gradeTable(t *testing.T, file string) [][3]float64 {
	t.Helper()
	name := filepath.Base(file)
	out, err := exec.Command("lrp", "grade", file, "--max", "20").CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("\nExpect to be off by about ")) {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*-graded.*"))
	if err != nil || len(files) != 2 {
		t.Errorf("%s: wrote %q (%v)", name, files, err)
	}
	short, err := exec.Command("lrp", "grade", file, "--max", "20", "--format", "csv").Output()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	rows, err := csv.NewReader(bytes.NewReader(short)).ReadAll()
	if err != nil || len(rows) < 2 || strings.Join(rows[0], ",") != "id,rating,low,high" {
		t.Errorf("%s: %v, %.200q", name, err, short)
		return nil
	}
	list := make([][3]float64, len(rows)-1)
	for i, row := range rows[1:] {
		for k := range list[i] {
			if list[i][k], err = strconv.ParseFloat(row[k+1], 64); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	return list
}
