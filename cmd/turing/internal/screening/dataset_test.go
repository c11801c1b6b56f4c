package screening

import (
	"bytes"
	"math"
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
	a := NewSheet("a", q, []Answer{{Text: "drive nails"}, {Text: "noon"}})
	b := NewSheet("b", q, []Answer{{}, {Text: "11:00"}})
	d, err := Dataset(q, []*Sheet{a, b}, nil)
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
	if d, err = Dataset(q, []*Sheet{a, b}, map[string]float64{"b": 1}); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(d.Respondents[0].Rating) || d.Respondents[1].Rating != 1 {
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
		"found ratings of 2 entries and answers of 1 of them": {"a": 1, "c": 1},
		`found rating 2 for respondent "a"`:                   {"a": 2},
	} {
		if _, err := Dataset(q, []*Sheet{a, b}, ratings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Dataset(q, []*Sheet{a, a}, nil); err == nil ||
		err.Error() != `own: found respondent "a" twice, expected a unique id for each respondent` {
		t.Error(err)
	}
}
