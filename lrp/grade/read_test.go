package grade

import (
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// Columns belong to questions by name, or in order where options give their numbers. The names of
// the columns are in the order of the questions, also if some are missing.
func TestReadMatches(t *testing.T) {
	questions := []datasets.Question{{ID: "q1"}, {ID: "q2", Text: "Why?"}}
	for _, c := range []struct {
		table    string
		columns  []string
		want     string // columns of the questions, then responses
		warnings int
	}{
		{"id,q2,q1\na,x,y\n", nil, "q1 q2 y x", 0},
		{"id,Why?,q1\na,x,y\n", []string{"#2", "#3"}, "Why? q1 x y", 2},
		{"id,q2,q1\na,x,y\n", []string{"#3", "#2"}, "q1 q2 y x", 0},
		{"id,q2,q1\na,x,y\n", []string{"q2", "#3"}, "q1 q2 y x", 0},
		{"id,a,b\na,x,y\n", []string{"#3", "#2"}, "b a y x", 0},
		{"id,a,b\na,x,y\n", nil, "a b x y", 1},
		{"id,b,q2\na,x,y\n", nil, " q2", 0},
	} {
		ds, err := Read(strings.NewReader(c.table), "t.csv", questions,
			datasets.TableOptions{Questions: c.columns})
		got := slices.Clone(ds.Table.Questions)
		if err == nil {
			got = append(got, ds.Respondents[0].Responses...)
		}
		if (err != nil) != (len(got) < 4) || strings.Join(got, " ") != c.want || len(ds.Warnings) != c.warnings {
			t.Errorf("%q, %q: %v, %q, %q", c.table, c.columns, err, got, ds.Warnings)
		}
	}
}
