package judge

import (
	"fmt"
	"math"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestOf checks who is shown which graded answers: never one's own, equal ones once, the nearest
// first.
func TestOf(t *testing.T) {
	ds := &datasets.Dataset{Questions: []datasets.Question{{ID: "q"}, {ID: "r"}}, Points: []float64{4},
		Respondents: []datasets.Respondent{
			{ID: "a", Responses: []string{"the red sky", "x"}, Scores: []float64{0.5, 1}},
			{ID: "b", Responses: []string{"a green field", "x"}, Scores: []float64{0, math.NaN()}},
			{ID: "c", Responses: []string{"the red sky", "x"}, Scores: []float64{0.5, 1}},
			{ID: "d", Responses: []string{"a green fiel", ""}},
		}}
	for _, c := range []struct {
		nearest int
		want    string
	}{
		{0, "b q 4 [{the red sky 2}], b r 10 [{x 10}], d q 4 [{the red sky 2} {a green field 0}], d r 10 [{x 10}], " +
			"a q 4 [{a green field 0} {the red sky 2}], a r 10 [{x 10}], "},
		{1, "b q 4 [{the red sky 2}], b r 10 [{x 10}], d q 4 [{a green field 0}], d r 10 [{x 10}], " +
			"a q 4 [{the red sky 2}], a r 10 [{x 10}], "},
	} {
		got := ""
		for _, a := range Of(ds, []int{1, 3, 0}, []int{0, 1, 2, 3}, c.nearest) {
			got += fmt.Sprintf("%s %s %g %v, ", a.By.ID, a.Question.ID, a.Top, a.Examples)
		}
		if got != c.want {
			t.Errorf("found %s\nwant  %s", got, c.want)
		}
	}
}
