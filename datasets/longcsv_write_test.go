package datasets

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// reread writes a data set to CSV files and opens them as a user would.
func reread(t testing.TB, responses, key []byte) *Dataset {
	t.Helper()
	dir := t.TempDir()
	file, keyFile := filepath.Join(dir, "d.csv"), filepath.Join(dir, "d-key.csv")
	for name, text := range map[string][]byte{file: responses, keyFile: key} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sets, err := Open("csv:"+file, Options{}, Table(TableOptions{Key: keyFile}))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// withoutExtras returns the data set without what CSV cannot hold.
func withoutExtras(d *Dataset) *Dataset {
	c := *d
	c.Name, c.RatingNote, c.Synthetic = "csv", "ratings as given in the file", false
	c.Respondents = append([]Respondent(nil), d.Respondents...)
	for i := range c.Respondents {
		c.Respondents[i].Judgements = nil
	}
	return &c
}

// TestMarshalCSVOfSamples writes both samples and reads the same data sets, to the bit.
func TestMarshalCSVOfSamples(t *testing.T) {
	for _, spec := range []string{"sample-powergrading", "sample-mohler"} {
		sets, err := Open(spec, Options{})
		if err != nil {
			t.Fatal(err)
		}
		responses, key, losses, err := MarshalCSV(sets[0])
		if err != nil {
			t.Fatal(err)
		}
		back := reread(t, responses, key)
		if Digest(back) != Digest(withoutExtras(sets[0])) {
			t.Errorf("%s is another data set after writing and reading", spec)
		}
		if got := strings.Join(losses,
			"; "); got != "that the data are synthetic has no place in CSV; the grades of single judges have no place in CSV" {
			t.Errorf("%s: losses: %s", spec, got)
		}
		responses, key, losses, err = MarshalCSV(back)
		if err != nil || len(losses) > 0 || Digest(reread(t, responses, key)) != Digest(back) {
			t.Errorf("%s: the second time: losses %v, error %v", spec, losses, err)
		}
	}
}

// TestMarshalCSVOfAnything writes arbitrary data sets: each is refused, or read back equal
// unless losses are reported.
func TestMarshalCSVOfAnything(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a,"\n\r <>&;]{0,6}`),
		rapid.SampledFrom([]string{"", "not answered", `"quoted"`, `\.`, "é", " x "}))
	unitOrNaN := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN()))
	rapid.Check(t, func(rt *rapid.T) {
		d := &Dataset{Name: "d"}
		for _, id := range rapid.SliceOfNDistinct(texts, 1, 3, rapid.ID).Draw(rt, "questions") {
			d.Questions = append(d.Questions,
				Question{ID: id, Text: texts.Draw(rt, "text"),
					Key: rapid.SliceOfN(texts, 0, 2).Draw(rt, "key")})
		}
		n := len(d.Questions)
		for _, id := range rapid.SliceOfNDistinct(texts, 1, 3, rapid.ID).Draw(rt, "respondents") {
			r := Respondent{ID: id, Responses: rapid.SliceOfN(texts, n, n).Draw(rt, "responses"),
				Rating: unitOrNaN.Draw(rt, "rating")}
			r.Scores = rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(rt, "scores")
			d.Respondents = append(d.Respondents, r)
		}
		responses, key, losses, err := MarshalCSV(d)
		if err != nil {
			return
		}
		same := Digest(reread(t, responses, key)) == Digest(withoutExtras(d))
		if same != (len(losses) == 0) {
			rt.Fatalf("the same: %t, losses: %v", same, losses)
		}
	})
}

func TestMarshalCSVRefuses(t *testing.T) {
	for want, d := range map[string]*Dataset{
		"NUL": {Name: "d",
			Questions: []Question{{ID: "1", Text: "a\x00b"}}},
		`question "1 " would become "1"`: {Name: "d", Questions: []Question{{ID: "1 "}}},
		"no questions":                   {Name: "d"},
	} {
		d.Respondents = []Respondent{{ID: "r", Responses: make([]string, len(d.Questions)),
			Rating: math.NaN()}}
		if _, _, _, err := MarshalCSV(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected an error with %s", err, want)
		}
	}
}
