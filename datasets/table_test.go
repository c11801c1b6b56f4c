package datasets

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openTable opens a table from a file with the content.
func openTable(t *testing.T, content string, o TableOptions) (*Dataset, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("exam.csv", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if o.Key != "" {
		if err := os.WriteFile("key.csv", []byte(o.Key), 0o600); err != nil {
			t.Fatal(err)
		}
		o.Key = "key.csv"
	}
	sets, err := Open("exam.csv", Options{}, Table(o))
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

func TestWide(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name, table string
		o           TableOptions
		want        *Dataset
		notes       []string // pieces of them
	}{
		{"key and points in rows",
			"Name;Class;Q1;Q2;Total\nkey;;Rain | drizzle;mud;\npoints;;2;3;5\n" +
				"Ann;7b;rain;mud;4,5\nBob;7b;snow;;0\nCem;7b;no answer;dust;\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 5 (from the row of points)",
				Scale: Scale{0, 5}, Points: []float64{2, 3},
				Questions: []Question{{ID: "Q1", Key: []string{"Rain", "drizzle"}},
					{ID: "Q2", Key: []string{"mud"}}},
				Respondents: []Respondent{
					{ID: "Ann", Responses: []string{"rain", "mud"}, Rating: 0.9},
					{ID: "Bob", Responses: []string{"snow", ""}, Rating: 0},
					{ID: "Cem", Responses: []string{"", "dust"}, Rating: nan}}},
			[]string{`wide form: 3 respondents, 2 questions; identifiers in column "Name" ` +
				`(semicolons, decimal commas, UTF-8)`, `questions are the columns "Q1", "Q2"`,
				`totals in column "Total", of at most 5 (from the row of points); 1 without a total`,
				"acceptable answers in row 2", `columns left out: "Class"`}},
		{"scores per question, no totals",
			"id,What falls from clouds in spring?,What falls from clouds in spring? [Score],b,b score\n" +
				"1,rain,1.00 / 2,x,1.00 / 1\n2,snow,2.00 / 2,,\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 3 (the sum of the points)",
				Scale: Scale{0, 3}, Points: []float64{2, 1},
				Questions: []Question{{ID: "Q1", Text: "What falls from clouds in spring?"}, {ID: "b"}},
				Respondents: []Respondent{
					{ID: "1", Responses: []string{"rain", "x"}, Rating: 2.0 / 3,
						Scores: []float64{0.5, 1}},
					{ID: "2", Responses: []string{"snow", ""}, Rating: 2.0 / 3,
						Scores: []float64{1, nan}}}},
			[]string{"sums of the scores, of at most 3 (the sum of the points)"}},
		{"no identifiers, the highest total", "a,b,Punkte\nx,y,7\nz,,14\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 14 (the highest total in the table)",
				Scale:     Scale{0, 14},
				Questions: []Question{{ID: "a"}, {ID: "b"}},
				Respondents: []Respondent{
					{ID: "2", Responses: []string{"x", "y"}, Rating: 0.5},
					{ID: "3", Responses: []string{"z", ""}, Rating: 1}}},
			[]string{"the rows are numbered as in a spreadsheet",
				"of at most 14 (the highest total in the table; --max names another)"}},
		{"German grades", "Name;Frage;Note\nAda;ja;2\nBen;nein;4\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 4 (the highest total in the table)",
				Scale: Scale{0, 4}, Questions: []Question{{ID: "Frage"}},
				Respondents: []Respondent{
					{ID: "Ada", Responses: []string{"ja"}, Rating: 0.5},
					{ID: "Ben", Responses: []string{"nein"}, Rating: 1}}},
			[]string{"if 1 is the best grade, give --best low"}},
		{"columns named", "A,B,C,D,Total\nx,y,3,u,1\nz,w,4,v,2\n",
			TableOptions{IDColumn: "b", RatingColumn: "#3", Questions: []string{"D"},
				Max: 8, Ignore: []string{"Total"}},
			&Dataset{Name: "exam", RatingNote: "totals divided by 8 (--max)", Scale: Scale{0, 8},
				Questions: []Question{{ID: "D"}},
				Respondents: []Respondent{
					{ID: "y", Responses: []string{"u"}, Rating: 3.0 / 8},
					{ID: "w", Responses: []string{"v"}, Rating: 0.5}}},
			[]string{`questions are the columns "D"`, `columns left out: "A", "Total"`}},
		{"key in a file", "id,Q1,Q2\nx,a,b\n",
			TableOptions{Key: "question,text,answer,points\nq2,Second?,b,3\nQ1,First?,a,1\nQ1,,A,\n"},
			&Dataset{Name: "exam", RatingNote: "no ratings: the table has no totals",
				Points: []float64{1, 3},
				Questions: []Question{{ID: "Q1", Text: "First?", Key: []string{"a", "A"}},
					{ID: "q2", Text: "Second?", Key: []string{"b"}}},
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"a", "b"}, Rating: nan}}},
			[]string{"no column of totals (name it with --rating-column): nobody is rated"}},
		{"key in a row of a file, other names", "id,Q1,Q2\nx,a,b\n",
			TableOptions{Key: "one,two\na|A,b\n"},
			&Dataset{Name: "exam", RatingNote: "no ratings: the table has no totals",
				Questions: []Question{{ID: "Q1", Key: []string{"a", "A"}},
					{ID: "Q2", Key: []string{"b"}}},
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"a", "b"}, Rating: nan}}},
			[]string{"they are matched in order"}},
		{"letters for grades", "Name,Why?,Grade,Points\nAda,yes,,\nBen,no,good,ten\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: `no ratings: column "Grade" has "good" on line 3, ` +
				"not a number", Questions: []Question{{ID: "Q1", Text: "Why?"}},
				Respondents: []Respondent{
					{ID: "Ada", Responses: []string{"yes"}, Rating: nan},
					{ID: "Ben", Responses: []string{"no"}, Rating: nan}}},
			[]string{`column "Grade" has "good" on line 3, not a number: nobody is rated`}},
		{"letters beside numbers", "Name,Why?,Grade,Points\nAda,yes,A,2\nBen,no,B,1\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 2 (the highest total in the table)",
				Scale: Scale{0, 2}, Questions: []Question{{ID: "Q1", Text: "Why?"}},
				Respondents: []Respondent{
					{ID: "Ada", Responses: []string{"yes"}, Rating: 1},
					{ID: "Ben", Responses: []string{"no"}, Rating: 0.5}}},
			[]string{`totals in column "Points"`, `columns left out: "Grade"`}},
		{"fractions and a title", "Exam 1,,\n,,\nid,Q1,rating\nx,a,0.5\ny,b,0.75\n", TableOptions{},
			&Dataset{Name: "exam", RatingNote: "totals divided by 1 (no total is higher)",
				Scale: Scale{0, 1}, Questions: []Question{{ID: "Q1"}},
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"a"}, Rating: 0.5},
					{ID: "y", Responses: []string{"b"}, Rating: 0.75}}},
			[]string{"the header is in row 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := openTable(t, c.table, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, sameData); diff != "" {
				t.Error(diff)
			}
			for _, piece := range c.notes {
				if !slices.ContainsFunc(got.Notes,
					func(n string) bool { return strings.Contains(n, piece) }) {
					t.Errorf("no note has %q: %q", piece, got.Notes)
				}
			}
		})
	}
}

func TestWideErrors(t *testing.T) {
	for _, c := range []struct {
		name, table string
		o           TableOptions
		want        string
	}{
		{"total above the maximum", "id,Q1,Total\nx,a,12\ny,b,21\n", TableOptions{Max: 20},
			`exam.csv:3: found total 21 in column "Total", expected at most 20 (--max): correct it, ` +
				`or give the highest attainable total with --max`},
		{"several above the maximum", "id,Q1,Total\nx,a,12\ny,b,21\nz,c,30\n", TableOptions{Max: 20},
			`exam.csv:4: found total 30 in column "Total", expected at most 20 (--max): correct it, ` +
				`or give the highest attainable total with --max; it is the highest of 2 above that`},
		{"text for a number", "id,Q1,Total\nx,a,12\ny,b,good\n", TableOptions{Strict: true},
			`exam.csv:3: found "good" in column "Total", expected a number, or nothing for a ` +
				`respondent without one`},
		{"below the lowest", "id,Q1,Total\nx,a,1\ny,b,5\n", TableOptions{Min: new(2.0)},
			`exam.csv:2: found total 1 in column "Total", expected at least 2 (--min): correct it, or ` +
				`give the lowest total with --min`},
		{"name of two columns", "id,Q1,Q1,Total\nx,a,b,1\n", TableOptions{Questions: []string{"Q1"}},
			`exam.csv:1: found 2 columns "Q1" (--question-columns), expected the number of one, such as #3`},
		{"pattern for one column", "id,Q1,Q2,Total\nx,a,b,1\n", TableOptions{IDColumn: "Q*"},
			`exam.csv:1: found 2 columns "Q*" (--id-column), expected the number of one, such as #3`},
		{"row of a header", "id,Q1\nx,a\n", TableOptions{HeaderRow: 7},
			`exam.csv:7: found no entry in the row that --header-row names, expected one of the first 25 ` +
				`rows, from 1 to 2`},
		{"broken row", "id,Q1,Q2,Total\nx,one\ntwo,b,3\ny,a,b,2\n", TableOptions{},
			`exam.csv:3: found 3 columns, expected 4, as in the header (a cell that holds the delimiter ` +
				`needs " around it)`},
		{"no header", "17,rain,mud,12\n18,snow,dust,3\n19,hail,clay,5\n", TableOptions{},
			`exam.csv:1: found data in the first row, expected the names of the columns: insert a row ` +
				`such as Name, Q1, Q2, Total above it, or say which row has them with --header-row`},
		{"no questions", "id,Total\nx,1\n", TableOptions{},
			`exam.csv:1: found no column of responses among "id", "Total", expected one column per ` +
				`question below a header (name them with --question-columns), or the columns ` +
				`respondent, question, response`},
		{"empty", "", TableOptions{}, `exam.csv: found an empty file, expected a table with the names ` +
			`of its columns in the first row`},
		{"header alone", "id,Q1,Total\n", TableOptions{},
			`exam.csv:1: found the end of the file, expected at least one row after the header`},
		{"no such column", "id,Q1\nx,a\n", TableOptions{RatingColumn: "Sum"},
			`exam.csv:1: found no column "Sum" (--rating-column), expected one of "id", "Q1", or #1 ` +
				`for the first`},
		{"score above the points", "id,Q1,Q1 score\npoints,,2\nx,a,3\n", TableOptions{},
			`exam.csv:3: found score 3 in column "Q1 score", expected at most the 2 points of the ` +
				`question`},
		{"two keys", "id,Q1\nkey,a\nkey,b\nx,c\n", TableOptions{},
			`exam.csv:3: found a second row of acceptable answers, expected one, as on line 2, with ` +
				`alternatives separated by |`},
		{"other key", "id,Q1\nx,a\n", TableOptions{Key: "question,answer\none,a\ntwo,b\n"},
			`exam.csv:1: found no column for any of the 2 questions of the key, such as "one", expected ` +
				`columns named as these questions: "Q1"`},
		{"no long form", "id,Q1\nx,a\n", TableOptions{Layout: "long"},
			`exam.csv:1: found the columns "id", "Q1", expected columns respondent, question and ` +
				`response, as the long form has (name them with --id-column, --question-column and ` +
				`--response-column), or --layout wide`},
		{"row too long", "id,Q1\nx,a,b\n", TableOptions{}, `exam.csv:2: found 3 columns, expected 2, ` +
			`as in the header (a cell that holds the delimiter needs " around it)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openTable(t, c.table, c.o)
			checkError(t, err, c.want)
		})
	}
	for want, o := range map[string]TableOptions{
		"found layout \"tall\", expected auto, wide, long":          {Layout: "tall"},
		"found highest total -1, expected a positive number":        {Max: -1},
		"found delimiter \"dot\", expected auto, comma, semicolon":  {Delimiter: "dot"},
		"found encoding \"klingon\", expected a name such as utf-8": {Encoding: "klingon"},
	} {
		if _, err := openTable(t, "id,Q1\nx,a\n", o); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestLongIsBoundedByItsFile refuses a small file of many respondents and questions, of which
// nearly no pair has a response.
func TestLongIsBoundedByItsFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("respondent,question,response\n")
	for i := range 12_000 {
		s := strconv.Itoa(i)
		b.WriteString(s + "," + s + ",\n")
	}
	_, err := openTable(t, b.String(), TableOptions{})
	if err == nil || !strings.Contains(err.Error(),
		"found 12000 respondents and 12000 questions, but only 12000 responses") {
		t.Errorf("error %v", err)
	}
}

func TestPathsWithoutKind(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string]string{"exam.csv": "id,Q1\nx,a\n", "exam.numbers": "x",
		"a:b.csv": "id,Q1\nx,a\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for spec, want := range map[string]string{"exam.csv": "exam", filepath.Join(dir, "exam.csv"): "exam",
		"csv:exam.csv": "csv", "tsv:exam.csv": "tsv", "a:b.csv": "a:b"} {
		sets, err := Open(spec, Options{})
		if err != nil || sets[0].Name != want {
			t.Errorf("%s: %v, error %v", spec, sets, err)
		}
	}
	for spec, want := range map[string]string{
		"exam.numbers": `found a file that ends in ".numbers", expected .jsonl or .csv`,
		".":            "found a folder, expected a file in it, such as a:b.csv, or a kind before it",
		"exam":         `found kind "exam", expected one of`,
		"cvs:exam.csv": `found kind "cvs", expected one of`,
		"none.xlsx":    "none.xlsx: found no such file or folder, expected a table",
	} {
		if _, err := Open(spec, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", spec, err, want)
		}
	}
}
