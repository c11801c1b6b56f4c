package datasets

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// reread writes the long form to files and opens them as a user would.
func reread(t testing.TB, l LongCSV) *Dataset {
	t.Helper()
	dir := t.TempDir()
	file, key := filepath.Join(dir, "d.csv"), filepath.Join(dir, "d-key.csv")
	for name, text := range map[string][]byte{file: l.Responses, key: l.Key} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sets, err := Open("csv:"+file, Options{}, CSV(CSVOptions{Key: key}))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// withoutExtras is the data set without what the long form has no place for.
func withoutExtras(d *Dataset) *Dataset {
	c := *d
	c.Name, c.RatingNote, c.Synthetic = "csv", "ratings as given in the file", false
	c.Respondents = append([]Respondent(nil), d.Respondents...)
	for i := range c.Respondents {
		c.Respondents[i].Judgements = nil
	}
	return &c
}

// TestLongCSVOfSamples writes both samples and reads the same data sets, to the bit.
func TestLongCSVOfSamples(t *testing.T) {
	for _, spec := range []string{"sample-powergrading", "sample-mohler"} {
		sets, err := Open(spec, Options{})
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLongCSV(sets[0])
		if err != nil {
			t.Fatal(err)
		}
		back := reread(t, l)
		if Digest(back) != Digest(withoutExtras(sets[0])) {
			t.Errorf("%s is another data set after writing and reading", spec)
		}
		if got := strings.Join(l.Losses, "; "); got != "that the data are synthetic has no place in CSV; the grades of single judges have no place in CSV" {
			t.Errorf("%s: losses: %s", spec, got)
		}
		again, err := NewLongCSV(back)
		if err != nil || len(again.Losses) > 0 || Digest(reread(t, again)) != Digest(back) {
			t.Errorf("%s: the second time: %v, %v", spec, again.Losses, err)
		}
	}
}

// TestLongCSVOfAnything writes any data set: it is refused, or what is read back is equal but for the losses that are told.
func TestLongCSVOfAnything(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a,"\n\r <>&;]{0,6}`), rapid.SampledFrom([]string{"", "not answered", `"quoted"`, `\.`, "é", " x "}))
	unitOrNaN := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN()))
	rapid.Check(t, func(rt *rapid.T) {
		d := &Dataset{Name: "d"}
		for _, id := range rapid.SliceOfNDistinct(texts, 1, 3, rapid.ID).Draw(rt, "questions") {
			d.Questions = append(d.Questions, Question{ID: id, Text: texts.Draw(rt, "text"), Key: rapid.SliceOfN(texts, 0, 2).Draw(rt, "key")})
		}
		n := len(d.Questions)
		for _, id := range rapid.SliceOfNDistinct(texts, 1, 3, rapid.ID).Draw(rt, "respondents") {
			r := Respondent{ID: id, Responses: rapid.SliceOfN(texts, n, n).Draw(rt, "responses"), Rating: unitOrNaN.Draw(rt, "rating")}
			r.Scores = rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(rt, "scores")
			d.Respondents = append(d.Respondents, r)
		}
		l, err := NewLongCSV(d)
		if err != nil {
			return
		}
		same := Digest(reread(t, l)) == Digest(withoutExtras(d))
		if same != (len(l.Losses) == 0) {
			rt.Fatalf("the same: %t, losses: %v", same, l.Losses)
		}
	})
}

func TestLongCSVRefuses(t *testing.T) {
	for want, d := range map[string]*Dataset{
		"NUL":                            {Name: "d", Questions: []Question{{ID: "1", Text: "a\x00b"}}},
		`question "1 " would become "1"`: {Name: "d", Questions: []Question{{ID: "1 "}}},
		"no questions":                   {Name: "d"},
	} {
		d.Respondents = []Respondent{{ID: "r", Responses: make([]string, len(d.Questions)), Rating: math.NaN()}}
		if _, err := NewLongCSV(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected an error with %s", err, want)
		}
	}
}
