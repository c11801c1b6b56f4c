package datasets

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// tables is the folder of one exam in the forms of several programs; see make.sh there.
const tables = "../testdata/tables"

// TestTablesOfPrograms reads one exam from every form, in which 25 of 40 are rated, as the same
// data set: questions, responses and ratings. Texts, keys and points of the questions are compared
// where the form has them.
func TestTablesOfPrograms(t *testing.T) {
	want := openOne(t, filepath.Join(tables, "openpyxl.xlsx"), TableOptions{})
	if n := len(want.Respondents); n != 40 || len(want.Questions) != 10 || !want.HasKey() ||
		want.Scale != (Scale{0, 20}) {
		t.Fatalf("%d respondents, %d questions, scale %v", n, len(want.Questions), want.Scale)
	}
	rated := 0
	for _, r := range want.Respondents {
		if r.Rated() {
			rated++
		}
	}
	first := want.Respondents[0]
	if rated != 25 || first.ID != "Zoë Müller" || first.Rating != 1 {
		t.Fatalf("%d rated, the first is %+v", rated, first)
	}
	for _, c := range []struct {
		file, dialect  string
		o              TableOptions
		id             string // how the form names the respondents, if not by their names
		from           int
		texts, key, pt bool
	}{
		{file: "libreoffice.xlsx", dialect: `workbook, sheet "calc"`, pt: true},
		{file: "utf8-bom.csv", dialect: "commas, UTF-8, CRLF", pt: true},
		{file: "windows-1252.csv", dialect: "semicolons, decimal commas, windows-1252, CRLF",
			key: true, pt: true},
		{file: "unicode.txt", dialect: "tabs, decimal commas, UTF-16LE, CRLF", pt: true},
		{file: "pandas.parquet", dialect: "Parquet"},
		{file: "exam.tsv.zst", dialect: "tabs, UTF-8, zstd", pt: true},
		{file: "long.csv.gz", o: TableOptions{Max: 20}},
		{file: "google-forms.csv", dialect: "commas, UTF-8, CRLF", id: "s%02d@example.org", from: 1,
			texts: true},
		{file: "moodle.csv", dialect: "commas, UTF-8", id: "%d", from: 1000, texts: true},
		{file: "qualtrics.csv", dialect: "commas, UTF-8, CRLF", o: TableOptions{Max: 20},
			id: "R_%015d", from: 1, texts: true},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := openOne(t, filepath.Join(tables, c.file), c.o)
			if !slices.ContainsFunc(got.Notes,
				func(n string) bool { return strings.Contains(n, "("+c.dialect) }) && c.dialect != "" {
				t.Errorf("no note says %s: %q", c.dialect, got.Notes)
			}
			for i := range got.Respondents {
				if c.id == "" {
					break
				}
				r := &got.Respondents[i]
				if id := fmt.Sprintf(c.id, c.from+i); r.ID != id {
					t.Fatalf("respondent %d is %q, want %q", i, r.ID, id)
				}
				r.ID = want.Respondents[i].ID
			}
			if diff := cmp.Diff(want.Respondents, got.Respondents, cmpopts.EquateNaNs(),
				cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Error(diff)
			}
			if got.Scale != want.Scale || c.pt && !slices.Equal(got.Points, want.Points) {
				t.Errorf("scale %v, points %v", got.Scale, got.Points)
			}
			for i, q := range got.Questions {
				w := want.Questions[i]
				if q.ID != w.ID || c.texts && q.Text != w.Text || c.key && !slices.Equal(q.Key, w.Key) {
					t.Errorf("question %+v, want %+v", q, w)
				}
			}
		})
	}
}

func openOne(t *testing.T, spec string, o TableOptions) *Dataset {
	t.Helper()
	sets, err := Open(spec, Options{}, Table(o))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// TestMarshalWide writes the samples and an exam as tables and reads the same data sets again.
func TestMarshalWide(t *testing.T) {
	for _, spec := range []string{"sample-powergrading", "sample-mohler",
		filepath.Join(tables, "openpyxl.xlsx")} {
		d := openOne(t, spec, TableOptions{})
		for _, workbook := range []bool{false, true} {
			table, key, losses, err := MarshalWide(d, workbook)
			if err != nil || (key == nil) != workbook {
				t.Fatal(spec, err)
			}
			back, err := readWideAgain(table, key)
			if err != nil {
				t.Fatal(spec, err)
			}
			if diff := cmp.Diff(withoutExtras(d).Respondents, back.Respondents,
				cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %s", spec, diff)
			}
			if diff := cmp.Diff(d.Questions, back.Questions, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %s", spec, diff)
			}
			if d.Table != nil && (back.Scale != d.Scale || len(losses) > 0) {
				t.Errorf("%s: scale %v, losses %v", spec, back.Scale, losses)
			}
		}
	}
	d := &Dataset{Name: "d", Questions: []Question{{ID: "1"}},
		Respondents: []Respondent{{ID: "key", Responses: []string{"x"}, Rating: math.NaN()}}}
	if _, _, _, err := MarshalWide(d, false); err == nil ||
		!strings.Contains(err.Error(), "cannot hold") {
		t.Errorf("a respondent called key: error %v", err)
	}
}
