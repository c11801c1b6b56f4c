package approach

import (
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

func TestLearnOn(t *testing.T) {
	nan := math.NaN()
	bare := &datasets.Dataset{Name: "bare", Respondents: []datasets.Respondent{
		{Rating: .5}, {Rating: 1, Scores: []float64{nan, nan}},
	}}
	scored := &datasets.Dataset{Name: "scored", Respondents: []datasets.Respondent{
		{Rating: .5}, {Rating: nan, Scores: []float64{nan, 0}},
	}}
	for _, c := range []struct {
		learn  Learn
		ds     *datasets.Dataset
		want   Learn
		failed string
	}{
		{LearnAuto, bare, LearnTotals, ""},
		{LearnAuto, scored, LearnGrades, ""},
		{LearnTotals, scored, LearnTotals, ""},
		{LearnGrades, scored, LearnGrades, ""},
		{LearnGrades, bare, "", "bare: found no score"},
		{"all", scored, "", `found "all"`},
	} {
		got, err := c.learn.On(c.ds)
		if got != c.want || (err == nil) != (c.failed == "") ||
			err != nil && !strings.Contains(err.Error(), c.failed) {
			t.Errorf("%q on %s: found %q (%v), expected %q %s", c.learn, c.ds.Name, got, err, c.want,
				c.failed)
		}
	}
}
