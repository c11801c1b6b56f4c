package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

func exam(n int, seed uint64) *datasets.Dataset {
	return lrptest.Civics(n, seed)
}

func model(t testing.TB, approach string) *lrp.Model {
	t.Helper()
	o := lrp.TrainOptions{Approach: approach, Folds: -1}
	m, err := lrp.Train(context.Background(), exam(20, 3), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// predict calls Predict on a text called "in".
func predict(m *lrp.Model, in string, out io.Writer, o Options) (Summary, error) {
	return Predict(context.Background(), m, strings.NewReader(in), "in", out, o)
}

// records writes respondents as JSON lines.
func records(t testing.TB, ds *datasets.Dataset) []string {
	var list []string
	for _, r := range ds.Respondents {
		line, err := json.Marshal(map[string]any{"id": r.ID, "responses": r.Responses})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(line))
	}
	return list
}

// The output is the model's rating of each valid record, in order, for any number of workers, and
// the invalid ones are reported.
func TestPredict(t *testing.T) {
	m, ds := model(t, "AUTO"), exam(1500, 9)
	lines := records(t, ds)
	bad := map[int]string{
		3: "not json", 400: `{"id":1}`, 401: `{"responses":[]}`, 402: `[1]`,
		700: `{"id":"x","responses":["one"]}`, 1300: `{"id":null,"responses":[]}`,
		1499: `{"id":"y","responses":[1]}`,
	}
	for i, text := range bad {
		lines[i] = text
	}
	var want strings.Builder
	for i, r := range ds.Respondents {
		if bad[i] == "" {
			rating, err := m.Rating(r.Responses)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&want, "{\"id\":%q,\"rating\":%s}\n", r.ID, number(rating))
		}
	}
	var single []byte
	for i, line := range lines {
		answer, err := Answer(m, []byte(line), Options{})
		if (err != nil) != (bad[i] != "") {
			t.Fatalf("%s: %s, %v", line, answer, err)
		}
		if err == nil {
			single = append(append(single, answer...), '\n')
		}
	}
	if string(single) != want.String() {
		t.Error("single records are answered differently")
	}
	in := "\ufeff\n" + strings.Join(lines, "\n\n") // empty lines between, no line break at the end
	for _, workers := range []int{1, 2, 7} {
		var out bytes.Buffer
		var reported []int
		half := iotest.HalfReader(strings.NewReader(in))
		s, err := Predict(context.Background(), m, half, "in", &out, Options{
			Workers: workers, Bad: func(line int, _ string, _ error) { reported = append(reported, line) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != want.String() {
			t.Errorf("%d workers: the answers are not the model's", workers)
		}
		if s.Records != 1500-len(bad) || s.Bad != len(bad) {
			t.Errorf("%d workers: %+v", workers, s)
		}
		got, want := fmt.Sprint(reported), "[8 802 804 806 1402 2602 3000]"
		if got != want {
			t.Errorf("%d workers: reported lines %s, expected %s", workers, got, want)
		}
	}
	var out bytes.Buffer
	_, err := predict(m, in, &out, Options{Strict: true})
	const first = "in:8: found no JSON object: " +
		"invalid character 'o' in literal null (expecting 'u') at byte 2"
	if err == nil || err.Error() != first {
		t.Errorf("strict: %v", err)
	}
}

func TestBadRecords(t *testing.T) {
	m := model(t, "CBG")
	for text, want := range map[string]string{
		`{"id":"a","responses":["x"]}`:       "found 1, expected one for each of 10 questions",
		`{"id":"a","responses":"x"}`:         `found a string in "responses"`,
		`{"id":"a","responses":[{}]}`:        `found a object in "responses`,
		`{"id":{},"responses":[]}`:           `found "id" {}`,
		`{"id":true,"responses":[]}`:         `found "id" true`,
		`{"responses":[]}`:                   `found no "id"`,
		`{"id":"a"}`:                         `found no "responses"`,
		`{"id":"a","responses":null}`:        `found no "responses"`,
		`7`:                                  "found a JSON number",
		`{"id":"a","responses":[]} {"id":1}`: "after top-level value",
		strings.Repeat("x", files.MaxLine+1): "more than 16777216 bytes",
	} {
		var got error
		_, err := predict(m, text, io.Discard, Options{Bad: func(_ int, _ string, err error) { got = err }})
		if err != nil || got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("%.40s: found %v (%v), expected %q", text, got, err, want)
		}
	}
}

// TestBadIdentifiers looks for the identifiers of records that are skipped.
func TestBadIdentifiers(t *testing.T) {
	m := model(t, "CBG")
	for text, want := range map[string]string{
		`{"id":"a","responses":"x"}`:                 "a",
		`{"other":{"id":1},"ID":-70,"responses":[]}`: "-70",
		`{"id":"\u00e9\n","responses":["x"`:          "é\n",
		`{"id":{},"responses":[]}`:                   "",
		`{"responses":[]}`:                           "",
		`{"responses":[x],"id":1}`:                   "",
		`["id",1]`:                                   "",
		`7`:                                          "",
		`{half`:                                      "",
		`{"id":"long","r":"` + strings.Repeat("x", files.MaxLine) + `"}`: "long",
	} {
		got := "none"
		_, err := predict(m, text, io.Discard, Options{Bad: func(_ int, id string, _ error) { got = id }})
		if err != nil || got != want {
			t.Errorf("%.40s: found %q (%v), expected %q", text, got, err, want)
		}
	}
}

// TestLongLines answers a record of a line that the reader of data sets takes, too.
func TestLongLines(t *testing.T) {
	line := `{"id":1,"responses":["` + strings.Repeat("x", 5<<20) + `"` + strings.Repeat(`,""`, 9) + `]}`
	if s, err := predict(model(t, "CBG"), line, io.Discard, Options{}); err != nil || s.Records != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Details are those of [lrp.Model.Predict].
func TestDetails(t *testing.T) {
	m, ds := model(t, "AUTO"), exam(3, 9)
	var out bytes.Buffer
	in := strings.Join(records(t, ds), "\n")
	if _, err := predict(m, in, &out, Options{Details: true}); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(&out)
	for _, r := range ds.Respondents {
		var got struct {
			ID       string
			Rating   float64
			Interval [2]float64
			Grades   []float64
		}
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		want, err := m.Predict(r.Responses)
		if err != nil || got.ID != r.ID || got.Rating != want.Rating ||
			got.Interval != want.Interval || !slices.Equal(got.Grades, want.Grades) {
			t.Errorf("%v, expected %v (%v)", got, want, err)
		}
	}
}

// CSV gives the same ratings as JSON lines, with columns in any order and line breaks in responses.
func TestCSV(t *testing.T) {
	m, ds := model(t, "AUTO"), exam(400, 9)
	ds.Respondents[5].Responses[2] = "two\nlines, \"quoted\""
	var in bytes.Buffer
	w := csv.NewWriter(&in)
	header := []string{"note"}
	for _, q := range ds.Questions {
		header = append(header, q.ID)
	}
	_ = w.Write(append(header, "ID"))
	for _, r := range ds.Respondents {
		row := append([]string{"ignored"}, r.Responses...)
		_ = w.Write(append(row, r.ID))
	}
	w.Flush()
	var out bytes.Buffer
	var notes []string
	s, err := Predict(context.Background(), m, &in, "in.csv", &out, Options{
		Form: CSV, Note: func(note string) { notes = append(notes, note) },
	})
	if err != nil || s.Records != 400 || s.Bad != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	if !strings.Contains(strings.Join(notes, "\n"), "columns left out: \"note\"") {
		t.Errorf("notes %q", notes)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ds.Respondents {
		rating, _ := m.Rating(r.Responses)
		if got := rows[i+1]; got[0] != r.ID || got[1] != number(rating) {
			t.Fatalf("row %d: %v, expected %v", i, got, rating)
		}
	}
	if fmt.Sprint(rows[0]) != "[id rating]" {
		t.Errorf("header %v", rows[0])
	}
}

func TestBadTables(t *testing.T) {
	m := model(t, "CBG")
	const all = "1,2,3,4,5,6,7,8,9,10"
	for in, want := range map[string]string{
		"":                  "in: found an empty file",
		"a,b\nx,y\n":        `in:1: found no column named "1", "2", "3", "4", "5", "6"`,
		"id,1,2,3\na,b,c,d": `in:1: found no column named "4", "5", "6", "7", "8", "9", "10"; the`,
		"id," + all + "\n":  "in:1: found the end of the file, expected at least one row",
	} {
		_, err := predict(m, in, io.Discard, Options{Form: CSV})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: found %v, expected %q", in, err, want)
		}
	}
	var noted *datasets.NotedError
	_, err := predict(m, "id,1,2,3\na,b,c,d", io.Discard, Options{Form: CSV})
	if !errors.As(err, &noted) || !strings.Contains(noted.Notes[0], "1 respondent, 3 questions") {
		t.Errorf("no notes with %v", err)
	}
}

// A header of the model's questions is skipped, one of other questions is an error.
func TestHeader(t *testing.T) {
	m, ds := model(t, "CBG"), exam(5, 9)
	var native bytes.Buffer
	if err := datasets.WriteJSONL(&native, ds); err != nil {
		t.Fatal(err)
	}
	s, err := predict(m, native.String(), io.Discard, Options{})
	if err != nil || s != (Summary{5, 0}) {
		t.Errorf("%+v, %v", s, err)
	}
	ds.Questions[1].ID = "other"
	native.Reset()
	if err := datasets.WriteJSONL(&native, ds); err != nil {
		t.Fatal(err)
	}
	_, err = predict(m, native.String(), io.Discard, Options{})
	if err == nil || !strings.Contains(err.Error(), "in: found 10 questions (1, other, 3") {
		t.Errorf("other questions: %v", err)
	}
}

// Each record is answered before the next is sent.
func TestAnswersAtOnce(t *testing.T) {
	m := model(t, "CBG")
	in, toIn := io.Pipe()
	fromOut, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := Predict(context.Background(), m, in, "in", out, Options{})
		ended <- err
		out.Close()
	}()
	answers := bufio.NewReader(fromOut)
	for _, line := range records(t, exam(5, 9)) {
		if _, err := fmt.Fprintln(toIn, line); err != nil {
			t.Fatal(err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(answer, `{"id":`) {
			t.Fatalf("%q, %v", answer, err)
		}
	}
	toIn.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// writes counts calls that write one line each.
type writes int

func (w *writes) Write(p []byte) (int, error) {
	if bytes.Count(p, []byte("\n")) == 1 && p[len(p)-1] == '\n' {
		*w++
	}
	return len(p), nil
}

// The end of the context ends the work though the input stays open.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, _ := io.Pipe()
	cancel()
	_, err := Predict(ctx, model(t, "CBG"), in, "in", io.Discard, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected %v", err, context.Canceled)
	}
}

// The errors of readers and writers are returned.
func TestFailures(t *testing.T) {
	m, line := model(t, "CBG"), records(t, exam(1, 9))[0]
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(line+"\n"), iotest.ErrReader(broken))
	_, err := Predict(context.Background(), m, in, "in", io.Discard, Options{})
	if !errors.Is(err, broken) {
		t.Errorf("reader: %v", err)
	}
	if _, err := predict(m, line, failing{broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("writer: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestExplain(t *testing.T) {
	m, ds := model(t, "AUTO"), exam(3, 9)
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(records(t, ds), "\n"))
	o := Options{Only: ds.Respondents[1].ID}
	s, err := Explain(context.Background(), m, in, "in", &out, o, nil)
	if err != nil || s.Records != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	var got struct {
		ID     string
		Rating float64
	}
	want, _ := m.Rating(ds.Respondents[1].Responses)
	err = json.Unmarshal(out.Bytes(), &got)
	if err != nil || got.ID != ds.Respondents[1].ID || got.Rating != want {
		t.Errorf("%s (%v)", out.String(), err)
	}
}

// Any input is answered or refused.
func FuzzPredict(f *testing.F) {
	m := model(f, "CBG")
	f.Add(records(f, exam(1, 9))[0], false)
	f.Add("id,1,2,3,4,5,6,7,8,9,10\na,b,c,d,e,f,g,h,i,j,k\n", true)
	f.Add(`{"format":"lrp-dataset","questions":[{"id":"1"}]}`, false)
	f.Fuzz(func(t *testing.T, in string, table bool) {
		o := Options{Workers: 1}
		if table {
			o.Form = CSV
		}
		bad := 0
		o.Bad = func(int, string, error) { bad++ }
		var out bytes.Buffer
		s, err := predict(m, in, &out, o)
		if err == nil && s.Bad != bad {
			t.Errorf("%d invalid records, %d reported", s.Bad, bad)
		}
		lines := bytes.Count(out.Bytes(), []byte("\n"))
		if err == nil && !table && lines != s.Records {
			t.Errorf("%d lines for %d records", lines, s.Records)
		}
	})
}

// A table's totals stand beside the predictions, as they are in the table.
func TestTotals(t *testing.T) {
	m := model(t, "AUTO")
	var head []string
	for _, q := range m.Questions() {
		head = append(head, q.ID)
	}
	in := "ID," + strings.Join(head, ",") + ",Total\n" +
		"a" + strings.Repeat(",x", len(head)) + ",3.5\n" +
		"b" + strings.Repeat(",y", len(head)) + ",\n"
	var out strings.Builder
	if _, err := predict(m, in, &out, Options{Form: CSV}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(rows) != 3 || rows[0][2] != "total" || rows[1][2] != "3.5" || rows[2][2] != "" {
		t.Errorf("%q (%v)", rows, err)
	}
}
