package approach

import (
	"encoding/json"
	"math"
	"testing"
)

func TestExplanationJSON(t *testing.T) {
	nan := math.NaN()
	e := &Explanation{
		Rating: .5, Interval: [2]float64{nan, nan}, Base: .25, Unit: "rating",
		Questions: []QuestionEffect{
			{ID: "q1", Text: "Why?", Response: "so", Effect: .25, Grade: nan, MeanGrade: nan},
			{
				ID: "q2", Grade: .75, MeanGrade: .5,
				Terms: []Term{{"key", 1, .5}}, Words: []Term{{"word", 1, math.Inf(1)}},
				Neighbours: []Neighbour{{"text", .5, nan, 0, nan}},
			},
		},
	}
	const want = `{"rating":0.5,"interval":null,"base":0.25,"whole":0,"cut":0,"unit":"rating","questions":[` +
		`{"id":"q1","text":"Why?","response":"so","effect":0.25,"grade":null,"mean_grade":null,"terms":[],"words":[],"neighbours":[]},` +
		`{"id":"q2","text":"","response":"","effect":0,"grade":0.75,"mean_grade":0.5,"terms":[{"name":"key","value":1,"effect":0.5}],` +
		`"words":[{"name":"word","value":1,"effect":null}],` +
		`"neighbours":[{"text":"text","similarity":0.5,"effect":null,"respondents":0,"mean_rating":null}]}]}`
	got, err := json.Marshal(e)
	if err != nil || string(got) != want {
		t.Errorf("%s (%v), expected\n%s", got, err, want)
	}
	e.Interval = [2]float64{.4, .6}
	if got, err = json.Marshal(e); err != nil ||
		string(got[:39]) != `{"rating":0.5,"interval":[0.4,0.6],"bas` {
		t.Errorf("%s (%v), expected the interval", got, err)
	}
}
