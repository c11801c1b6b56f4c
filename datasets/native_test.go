package datasets

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/files"
)

// sameData compares data sets; NaN equals NaN, and nil slices equal empty ones.
var sameData = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(Dataset{}, "Warnings", "Notes", "Table")}

const header = `{"format":"lrp-dataset","version":1,"name":"w","questions":[{"id":"1","text":"a","key":["x"]},{"id":"2","text":"b","key":[]}]}`

func TestReadJSONL(t *testing.T) {
	in := header[:len(header)-1] + `,"future":{"x":1}}` + "\r\n" +
		`{"id":"r1","responses":["…",null],"rating":0.83,"scores":[1,null],"note":"?"}` +
		"\r\n\r\n" +
		`{"id":"r2","responses":["<b> & é",""]}`
	got, err := ReadJSONL(strings.NewReader(files.ByteOrderMark+in), "w.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	want := &Dataset{Name: "w", Questions: []Question{{"1", "a", []string{"x"}}, {"2", "b", nil}},
		Respondents: []Respondent{
			{ID: "r1", Responses: []string{"…", ""}, Rating: 0.83,
				Scores: []float64{1, math.NaN()}},
			{ID: "r2", Responses: []string{"<b> & é", ""}, Rating: math.NaN()},
		}}
	if diff := cmp.Diff(want, got, sameData); diff != "" {
		t.Error(diff)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
}

func TestReadJSONLErrors(t *testing.T) {
	const ok = `{"id":"r1","responses":["a","b"],"rating":1}`
	for _, c := range []struct{ name, in, want string }{
		{"empty", "",
			`w.jsonl: found an empty file, expected a header line {"format":"lrp-dataset","version":1,…}`},
		{"zeros", "\x00\x00\x00",
			"w.jsonl:1: found a NUL byte (a binary or damaged file), expected UTF-8 text"},
		{"other format", `{"format":"csv"}`,
			`w.jsonl:1: found format "csv", expected "lrp-dataset"`},
		{"no format", `{"id":"r1"}`,
			`w.jsonl:1: found no "format", expected a header with "format":"lrp-dataset"`},
		{"no version", `{"format":"lrp-dataset"}`,
			`w.jsonl:1: found no "version", expected version 1`},
		{"newer", `{"format":"lrp-dataset","version":2,"questions":{}}`,
			"w.jsonl:1: found version 2, expected version 1, the only one this program reads"},
		{"no name", `{"format":"lrp-dataset","version":1}`,
			`w.jsonl:1: found no name, expected a header with a "name"`},
		{"no questions", `{"format":"lrp-dataset","version":1,"name":"w"}`,
			"w.jsonl:1: found no questions, expected at least one"},
		{"question without id", strings.Replace(header, `"id":"2"`, `"id":""`, 1),
			"w.jsonl:1: found no id for question number 2, expected an id"},
		{"question twice", strings.Replace(header, `"id":"2"`, `"id":"1"`, 1),
			`w.jsonl:1: found question "1" twice, expected a unique id for each question`},
		{"header only", header,
			"w.jsonl:1: found the end of the file, expected at least one respondent after the header"},
		{"not json", header + "\nhello",
			`w.jsonl:2: found "hello", expected one JSON object: invalid character 'h' looking for beginning of value`},
		{"cut short", header + "\n" + ok + "\n" + ok[:20],
			`w.jsonl:3: found "{\"id\":\"r1\",\"response", expected one JSON object: unexpected end of JSON input`},
		{"array", header + "\n[1]", "w.jsonl:2: found JSON array, expected an object"},
		{"null", header + "\nnull", `w.jsonl:2: found no id, expected a respondent with an "id"`},
		{"no id", header + "\n" + `{"responses":["a","b"]}`,
			`w.jsonl:2: found no id, expected a respondent with an "id"`},
		{"id no string", header + "\n" + `{"id":7,"responses":["a","b"]}`,
			`w.jsonl:2: found JSON number in field "id", expected a string`},
		{"id twice", header + "\n" + ok + "\n\n" + ok,
			`w.jsonl:4: found respondent "r1" again (first on line 2), expected a unique id for each respondent`},
		{"few responses", header + "\n" + `{"id":"r1","responses":["a"]}`,
			"w.jsonl:2: found 1 response, expected 2, one per question"},
		{"no responses", header + "\n" + `{"id":"r1"}`,
			"w.jsonl:2: found 0 responses, expected 2, one per question"},
		{"rating high", header + "\n" + `{"id":"r1","responses":["a","b"],"rating":1.5}`,
			"w.jsonl:2: found rating 1.5, expected a number from 0 to 1"},
		{"rating low", header + "\n" + `{"id":"r1","responses":["a","b"],"rating":-0.1}`,
			"w.jsonl:2: found rating -0.1, expected a number from 0 to 1"},
		{"rating text", header + "\n" + `{"id":"r1","responses":["a","b"],"rating":"1"}`,
			`w.jsonl:2: found JSON string in field "rating", expected a number`},
		{"rating huge", header + "\n" + `{"id":"r1","responses":["a","b"],"rating":1e999}`,
			`w.jsonl:2: found JSON number 1e999 in field "rating", expected a number in range`},
		{"rating NaN", header + "\n" + `{"id":"r1","responses":["a","b"],"rating":NaN}`,
			`w.jsonl:2: found "{\"id\":\"r1\",\"responses\":[\"a\",\"b\"],\"rating\":NaN}", expected one JSON object: invalid character 'N' looking for beginning of value`},
		{"scores", header + "\n" + `{"id":"r1","responses":["a","b"],"scores":[1]}`,
			"w.jsonl:2: found 1 score, expected 2, one per question"},
		{"score", header + "\n" + `{"id":"r1","responses":["a","b"],"scores":[1,2]}`,
			"w.jsonl:2: found score 2, expected a number from 0 to 1"},
		{"judgements", header + "\n" + `{"id":"r1","responses":["a","b"],"judgements":[[1]]}`,
			"w.jsonl:2: found judgements of 1 question, expected 2, one per question"},
		{"judgement", header + "\n" + `{"id":"r1","responses":["a","b"],"judgements":[[1],[7]]}`,
			"w.jsonl:2: found judgement 7, expected a number from 0 to 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadJSONL(strings.NewReader(c.in), "w.jsonl")
			checkError(t, err, c.want)
		})
	}
}

// checkError checks that err is an *Error with the given message, on one line.
func checkError(t *testing.T, err error, want string) {
	t.Helper()
	var typed *Error
	if !errors.As(err, &typed) {
		t.Fatalf("error %v (%T), want an *Error: %s", err, err, want)
	}
	if got := err.Error(); got != want {
		t.Errorf("error\n%s\nwant\n%s", got, want)
	}
	if strings.ContainsAny(err.Error(), "\r\n") {
		t.Errorf("error of several lines: %q", err)
	}
}

// anyDataset draws a valid data set.
func anyDataset(t *rapid.T) *Dataset {
	value := rapid.OneOf(rapid.Float64Range(0, 1),
		rapid.SampledFrom([]float64{0, 1, 1.0 / 3, math.NaN(), math.SmallestNonzeroFloat64,
			math.Nextafter(1, 0)}))
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "<br> & \u2028", `"\n`,
		"null", "€"}))
	id := rapid.StringMatching(`[a-z0-9 é"]{1,6}`)
	values := func(n int, label string) []float64 {
		return rapid.SliceOfN(value, n, n).Draw(t,
			label)
	}

	n := rapid.IntRange(1, 4).Draw(t, "questions")
	d := &Dataset{Name: rapid.StringMatching(`.{1,8}`).Draw(t, "name"),
		Synthetic: rapid.Bool().Draw(t, "synthetic"), RatingNote: text.Draw(t, "note")}
	for _, qid := range rapid.SliceOfNDistinct(id, n, n, rapid.ID[string]).Draw(t, "ids") {
		d.Questions = append(d.Questions, Question{qid, text.Draw(t, "text"),
			rapid.SliceOfN(text, 0, 3).Draw(t, "key")})
	}
	for _, rid := range rapid.SliceOfNDistinct(id, 1, 5, rapid.ID[string]).Draw(t, "ids") {
		r := Respondent{ID: rid, Responses: rapid.SliceOfN(text, n, n).Draw(t, "responses"),
			Rating: value.Draw(t, "rating")}
		if rapid.Bool().Draw(t, "scored") {
			r.Scores = values(n, "scores")
		}
		if rapid.Bool().Draw(t, "judged") {
			for range n {
				r.Judgements = append(r.Judgements,
					values(rapid.IntRange(0, 3).Draw(t, "judges"), "judgements"))
			}
		}
		d.Respondents = append(d.Respondents, r)
	}
	return d
}

func TestNativeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDataset(t)
		var out bytes.Buffer
		if err := WriteJSONL(&out, d); err != nil {
			t.Fatal(err)
		}
		got, err := ReadJSONL(bytes.NewReader(out.Bytes()), "f")
		if err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
		if diff := cmp.Diff(d, got, sameData); diff != "" {
			t.Fatal(diff)
		}
		var again bytes.Buffer
		if err := WriteJSONL(&again, got); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("second writing differs:\n%s\n%s", out.String(), again.String())
		}
		if Digest(d) != Digest(got) {
			t.Fatal("digests differ")
		}
	})
}

// Other programs depend on the written form.
func TestWriteJSONLGolden(t *testing.T) {
	d := &Dataset{Name: "w", Synthetic: true, RatingNote: "made up",
		Questions: []Question{{"1", "<a> & b?", []string{"x", "y"}}, {"2", "c", nil}},
		Respondents: []Respondent{
			{ID: "r1", Responses: []string{"é", ""}, Rating: 1.0 / 3,
				Scores: []float64{1, math.NaN()}, Judgements: [][]float64{{1, 0}, {}}},
			{ID: "r2", Responses: []string{"", "z"}, Rating: math.NaN()}},
		Warnings: []string{"not written"}}
	const want = `{"format":"lrp-dataset","version":1,"name":"w","synthetic":true,"rating":"made up","questions":[{"id":"1","text":"<a> & b?","key":["x","y"]},{"id":"2","text":"c","key":[]}]}
{"id":"r1","responses":["é",null],"rating":0.3333333333333333,"scores":[1,null],"judgements":[[1,0],[]]}
{"id":"r2","responses":[null,"z"],"rating":null}
`
	var out strings.Builder
	if err := WriteJSONL(&out, d); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", out.String(), want)
	}
	if got, want := Digest(d),
		"d8714849287a961660b1817aa43b85c42744e296426a87729e1d696c6145818c"; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestWriteJSONLRefuses(t *testing.T) {
	d := &Dataset{Questions: []Question{{ID: "1"}},
		Respondents: []Respondent{{ID: "r", Responses: []string{"a"}, Rating: 2}}}
	checkError(t, WriteJSONL(io.Discard, d), "data set: found no name, expected a name")
	d.Name = "w"
	checkError(t, WriteJSONL(io.Discard,
		d), `w: found rating 2 for respondent "r", expected a number from 0 to 1`)
}

func TestDigestTellsApart(t *testing.T) {
	read := func() *Dataset {
		f, err := os.Open("testdata/weather.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		d, err := ReadJSONL(f, f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := Digest(read())
	for name, change := range map[string]func(*Dataset){
		"name":     func(d *Dataset) { d.Name += "x" },
		"key":      func(d *Dataset) { d.Questions[0].Key[0] = "hail" },
		"response": func(d *Dataset) { d.Respondents[1].Responses[0] = "dogs" },
		"rating":   func(d *Dataset) { d.Respondents[2].Rating = math.Nextafter(0.5, 1) },
		"score":    func(d *Dataset) { d.Respondents[0].Scores[0] = 0 },
		"order": func(d *Dataset) {
			d.Respondents[0], d.Respondents[1] = d.Respondents[1],
				d.Respondents[0]
		},
	} {
		d := read()
		change(d)
		if Digest(d) == want {
			t.Errorf("changing a %s leaves the digest the same", name)
		}
	}
	d := read()
	d.Warnings = []string{"x"}
	if Digest(d) != want {
		t.Error("a warning changes the digest")
	}
}

func FuzzReadJSONL(f *testing.F) {
	f.Add([]byte(header + "\n" +
		`{"id":"r1","responses":["a",null],"rating":0.5,"scores":[0,null]}`))
	f.Add([]byte(header))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := ReadJSONL(bytes.NewReader(b), "f")
		checkOutcome(t, d, err)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteJSONL(&out, d); err != nil {
			t.Fatal(err)
		}
		again, err := ReadJSONL(&out, "f")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, again, sameData); diff != "" {
			t.Fatal(diff)
		}
	})
}

// checkOutcome checks what holds for any input of a reader: it returns a valid data set, or an
// *Error on one line.
func checkOutcome(t *testing.T, d *Dataset, err error) {
	t.Helper()
	if err == nil {
		if err := d.Validate(); err != nil {
			t.Fatalf("the reader returned an invalid data set: %v", err)
		}
		return
	}
	var typed *Error
	if !errors.As(err, &typed) {
		t.Fatalf("error %v of type %T, want *Error", err, err)
	}
	if strings.ContainsAny(err.Error(), "\r\n") {
		t.Fatalf("error of several lines: %q", err)
	}
}

func TestQuestionsAlone(t *testing.T) {
	d := &Dataset{Name: "open", Synthetic: true, RatingNote: "none yet",
		Questions: []Question{{ID: "1", Text: "Why <b>?", Key: []string{"so"}}, {ID: "2"}}}
	var b strings.Builder
	if err := WriteQuestions(&b, d); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 {
		t.Errorf("not one line: %q", b.String())
	}
	got, err := ReadQuestions(strings.NewReader(b.String()+"and what follows is not read"), "f")
	if diff := cmp.Diff(d, got, sameData); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	full := b.String() + `{"id":"r","responses":["a","b"],"rating":1}` + "\n"
	if set, err := ReadJSONL(strings.NewReader(full), "f"); err != nil ||
		!cmp.Equal(set.Questions, d.Questions, sameData) {
		t.Errorf("with a respondent: error %v, or other questions", err)
	}
	if _, err := ReadQuestions(strings.NewReader(""), "f"); err == nil {
		t.Error("an empty file is read")
	}
}
