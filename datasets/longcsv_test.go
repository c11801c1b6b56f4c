package datasets

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openLong opens responses and, if not empty, a key as CSV files on disk.
func openLong(t *testing.T, data, key string, scoreMax float64, opts Options) (*Dataset, error) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, content string) {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("d.csv", data)
	o := TableOptions{ScoreMax: scoreMax}
	if key != "" {
		write("k.csv", key)
		o.Key = "k.csv"
	}
	sets, err := Open("csv:d.csv", opts, Table(o))
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

func TestCSV(t *testing.T) {
	nan := math.NaN()
	key := "Question,Text,Answer\n2,second?,b\n1,first?,a\n1,,A&amp;B\n"
	qs := []Question{{"2", "second?", []string{"b"}}, {"1", "first?", []string{"a", "A&B"}}}
	for _, c := range []struct {
		name, data, key string
		scoreMax        float64
		opts            Options
		want            *Dataset
	}{
		{"scores", "respondent,question,response,score\nx,1,\"one\ntwo\",1\ny,2,no answer,0\ny,1,b,.5\nx,2,c,\n", key, 0, Options{}, &Dataset{
			Name: "csv", RatingNote: "sum of the graded judgements divided by the highest attainable, 2",
			Scale: Scale{0, 2}, Questions: qs,
			Respondents: []Respondent{
				{ID: "x", Responses: []string{"c", "one two"}, Rating: nan, // "c" is not graded
					Scores: []float64{nan, 1}},
				{ID: "y", Responses: []string{"", "b"}, Rating: 0.25,
					Scores: []float64{0, 0.5}}}}},
		{"fraction, other columns' order, missing rows",
			"score,response,question,respondent\n10,a,1,x\n4,b,2,y\n", key, 10,
			Options{Rating: Fraction}, &Dataset{
				Name: "csv", RatingNote: "sum of the graded judgements divided by the highest attainable, 20",
				Scale: Scale{0, 20}, Points: []float64{10, 10}, Questions: qs,
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"", "a"}, Rating: 0.5, Scores: []float64{nan, 1}},
					{ID: "y", Responses: []string{"b", ""}, Rating: 0.2,
						Scores: []float64{0.4, nan}}}}},
		{"ratings given",
			"respondent,question,response,score,rating\nx,1,a,1,0.25\nx,2,b,0,\ny,1,c,0,1\nz,1,c,0,\n", key, 0, Options{}, &Dataset{
				Name: "csv", RatingNote: "ratings as given in the file", Questions: qs,
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"b", "a"}, Rating: 0.25, Scores: []float64{0, 1}},
					{ID: "y", Responses: []string{"", "c"}, Rating: 1, Scores: []float64{nan, 0}},
					{ID: "z", Responses: []string{"", "c"}, Rating: nan,
						Scores: []float64{nan, 0}}}}},
		{"no key, no scores", "respondent,question,response\nx,b,1\ny,a,2", "", 0, Options{},
			&Dataset{
				Name: "csv", RatingNote: "no ratings: nothing is graded",
				Questions: []Question{{ID: "b"}, {ID: "a"}},
				Respondents: []Respondent{
					{ID: "x", Responses: []string{"1", ""}, Rating: nan},
					{ID: "y", Responses: []string{"", "2"}, Rating: nan}}}},
		{"raw", "respondent,question,response\nx,1, a<br>\xff ", key, 0, Options{Raw: true},
			&Dataset{
				Name: "csv", RatingNote: "no ratings: nothing is graded",
				Questions: []Question{qs[0],
					{"1", "first?", []string{"a", "A&amp;B"}}},
				Respondents: []Respondent{{ID: "x", Responses: []string{"", " a<br>ÿ "},
					Rating: nan}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := openLong(t, c.data, c.key, c.scoreMax, c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, sameData); diff != "" {
				t.Error(diff)
			}
			if got.HasKey() != (c.key != "") {
				t.Errorf("HasKey %v", got.HasKey())
			}
		})
	}
}

func TestCSVErrors(t *testing.T) {
	const head = "respondent,question,response,score,rating\n"
	const keyHead = "question,text,answer\n"
	for _, c := range []struct{ name, data, key, want string }{
		{"empty", "", "", "d.csv: found an empty file, expected a table with the names of its columns in the first row"},
		{"zeros", strings.Repeat("\x00", 9), "", "d.csv:1: found a NUL byte (a binary or damaged file), expected text"},
		{"header only", head, "",
			"d.csv:1: found the end of the file, expected at least one row after the header"},
		{"bare quote", head + "x,1,a,\"b\" c,1,1\n", "",
			`d.csv:2: found a damaged row (extraneous or missing " in quoted-field), expected cells delimited by a comma, quoted by " where needed, with "" for each " inside`},
		{"cut in a quote", head + "x,1,a,1,1\nx,2,\"a\nb", "",
			`d.csv:3: found a damaged row (extraneous or missing " in quoted-field), expected cells delimited by a comma, quoted by " where needed, with "" for each " inside`},
		{"line after a long field", head + "x,1,\"a\n\nb\",1,1\nx,2,a,2,2\n", "",
			`d.csv:5: found rating "2", expected a number from 0 to 1; give the highest possible rating with --max`},
		{"no respondent", head + " ,1,a,1,1\n", "",
			"d.csv:2: found no respondent, expected one in every row"},
		{"no question", head + "x,,a,1,1\n", "",
			"d.csv:2: found no question, expected one in every row"},
		{"score range", head + "x,1,a,-1,1\n", "",
			`d.csv:2: found score "-1", expected a number of at least 0, or nothing if there is none`},
		{"rating range", head + "x,1,a,1,1.01\n", "",
			`d.csv:2: found rating "1.01", expected a number from 0 to 1; give the highest possible rating with --max`},
		{"rating changes", head + "x,1,a,1,0.5\ny,1,a,1,0\nx,2,a,1,0.6\n", "",
			`d.csv:4: found rating 0.6 for respondent "x", expected 0.5 as on line 2`},
		{"pair twice", head + "x,1,a,1,1\ny,1,a,1,1\nx,1,b,0,1\n", "",
			`d.csv:4: found respondent "x", question "1" again (first on line 2), expected each pair once, --attempts to say which row counts, or --layout wide`},
		{"unknown question", head + "x,9,a,1,1\n", keyHead + "1,t,a\n",
			`d.csv:2: found question "9", expected a question of the key file`},
		{"key empty", head, "\n",
			"k.csv: found an empty file, expected a header with the columns question,text,answer"},
		{"key header only", head, keyHead,
			"k.csv:1: found the end of the file, expected at least one row after the header"},
		{"key columns", head, keyHead + "1,t\n",
			"k.csv:2: found 2 columns, expected 3, as in the header (a cell that holds the delimiter needs \" around it)"},
		{"key question", head, keyHead + ",t,a\n",
			"k.csv:2: found no question, expected one in every row"},
		{"key text", head, keyHead + "1,t,a\n1,u,b\n",
			`k.csv:3: found another text for question "1", expected "t" or none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := openLong(t, c.data, c.key, 0, Options{})
			checkError(t, err, c.want)
		})
	}
}

func TestCSVKeyFileTrouble(t *testing.T) {
	spec := "csv:" + filepath.Join("testdata", "weather.csv")
	_, err := Open(spec, Options{}, Table(TableOptions{Key: filepath.Join("testdata", "none.csv")}))
	checkError(t, err, filepath.Join("testdata",
		"none.csv")+": found no such file or folder, expected a table: .csv, .tsv, .txt, .xlsx or .parquet")
	_, err = Open(spec, Options{}, Table(TableOptions{Key: "testdata"}))
	checkError(t, err,
		"testdata: found a folder, expected a table: .csv, .tsv, .txt, .xlsx or .parquet")
}

func TestCSVUnansweredQuestionWarns(t *testing.T) {
	d, err := openLong(t, "respondent,question,response,score\nx,1,a,1\ny,1,b,0\n",
		"question,text,answer\n1,t,a\n2,u,\n", 0, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], `"2"`) {
		t.Errorf("warnings %q, want one about question 2", d.Warnings)
	}
}
