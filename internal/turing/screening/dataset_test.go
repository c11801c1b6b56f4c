package screening

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

func TestDataset(t *testing.T) {
	q, err := Read(
		strings.NewReader(
			header+`{"set":"things","text":"What would I use a hammer for?","key":["drive nails"]}
{"set":"time","text":"When does it begin?","key":["11:00"]}`,
		),
		"q",
	)
	if err != nil {
		t.Fatal(err)
	}
	a := NewSheet("a", q, []Answer{{Question: "things-1", Text: "drive nails"},
		{Question: "time-1", Text: "noon"}})
	b := NewSheet("b", q, []Answer{{Question: "time-1", Text: "11:00"}})
	d, err := Dataset(q, []*Sheet{a, b}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if d.Respondents[0].Rating != 0.5 || d.Respondents[1].Rating != 0.5 ||
		!slices.Equal(d.Respondents[1].Scores, []float64{0, 1}) {
		t.Errorf("respondents are %+v", d.Respondents)
	}
	if !slices.Equal(d.Questions[0].Key, []string{"drive nails"}) {
		t.Errorf("the key is %q", d.Questions[0].Key)
	}
	if d.Synthetic || d.RatingNote == "" {
		t.Errorf("synthetic %v, note %q", d.Synthetic, d.RatingNote)
	}
	b.Synthetic = true
	if d, err = Dataset(q, []*Sheet{a, b}, map[string]float64{"b": 1}, "Judged."); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(d.Respondents[0].Rating) || d.Respondents[1].Rating != 1 || !d.Synthetic ||
		d.RatingNote != "Judged." {
		t.Errorf("the data set is %+v", d)
	}
	var w bytes.Buffer
	if err := datasets.WriteJSONL(&w, d); err != nil {
		t.Fatal(err)
	}
	again, err := datasets.ReadJSONL(&w, "d")
	if err != nil || again.Respondents[1].Responses[1] != "11:00" {
		t.Errorf("read %+v, %v", again, err)
	}
	for want, ratings := range map[string]map[string]float64{
		`found a rating of "c", who has no sheet`:               {"c": 1},
		`found the rating 2 of "a", expected one from 0 to 1`:   {"a": 2},
		`found the rating NaN of "a", expected one from 0 to 1`: {"a": math.NaN()},
	} {
		if _, err := Dataset(q, []*Sheet{a, b}, ratings, ""); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Dataset(q, []*Sheet{a, a}, nil, ""); err == nil ||
		err.Error() != `found two sheets of "a", expected one of each respondent` {
		t.Error(err)
	}
}

//luna:race
func TestSimulate(t *testing.T) {
	q := Sample(0)
	sheets, ratings, err := Simulate(context.Background(), q, 40, 7)
	if err != nil {
		t.Fatal(err)
	}
	again, same, err := Simulate(context.Background(), q, 40, 7)
	if err != nil || !reflect.DeepEqual(sheets, again) || !reflect.DeepEqual(ratings, same) {
		t.Error("the same seed gives other entries")
	}
	fewer, _, err := Simulate(context.Background(), q, 10, 7)
	if err != nil || !reflect.DeepEqual(fewer, sheets[:10]) {
		t.Error("more entries change the first ones")
	}
	var x, y []float64
	for _, s := range sheets {
		if !s.Synthetic || s.Person {
			t.Errorf("%s is not marked as synthetic", s.Respondent)
		}
		points, of := s.Points()
		x, y = append(x, points/of), append(y, ratings[s.Respondent])
	}
	if r := pearson(x, y); r < 0.6 || r > 0.98 {
		t.Errorf("points and ratings correlate with %.2f", r)
	}
	if _, _, err := Simulate(context.Background(), q, 0, 1); err == nil {
		t.Error("no entries are simulated")
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, _ = Simulate(stopped, q, 1, 1) // must not hang
}

func pearson(x, y []float64) float64 {
	var mx, my, sxy, sxx, syy float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		sxy, sxx, syy = sxy+(x[i]-mx)*(y[i]-my), sxx+(x[i]-mx)*(x[i]-mx), syy+(y[i]-my)*(y[i]-my)
	}
	return sxy / math.Sqrt(sxx*syy)
}

func TestReadContest(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "results.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ReadContest(dir); err == nil || !strings.Contains(err.Error(), "is it over?") {
		t.Error(err)
	}
	write(
		`{"name":"c","synthetic":"All judges were scripts.","entries":[{"name":"Ann","label":"E1"},{"name":"Bob","label":"E2"},{"name":"Cem"}],
"comparisons":[{"entry":"E1","voted":true,"named_entry":true},{"entry":"Ann","voted":true},{"entry":"E1"},
{"entry":"E2","voted":true,"entry_points":25},{"entry":"E2","voted":true,"entry_points":51,"named_entry":true}]}`,
	)
	c, err := ReadContest(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := &Contest{
		Name:      "c",
		Synthetic: "All judges were scripts.",
		Ratings:   map[string]float64{"Ann": 0.5, "Bob": 0.38},
		Judged:    4,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("read %+v, want %+v", c, want)
	}
	for text, want := range map[string]string{
		`[]`: "expected the results of a contest",
		`{"comparisons":[{"entry":"E9","voted":true}]}`:                                              `found a judgement about the entry "E9"`,
		`{"entries":[{"name":"E1"}],"comparisons":[{"entry":"E1","voted":true,"entry_points":101}]}`: `found 101 points for "E1", expected 0 to 100`,
	} {
		write(text)
		if _, err := ReadContest(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
