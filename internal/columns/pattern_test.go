package columns

import (
	"slices"
	"strings"
	"testing"
)

// Columns are called by a pattern if they are a series, or else each so that it cannot be another.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		header string
		which  []int
		want   string
	}{
		{"id|Q1|Q2|Q3|Total", []int{1, 2, 3}, "Q*"},
		{"id|Q9|Q10|Q11|Total", []int{1, 2, 3}, "Q*"},
		{"id|Q1|Q2|Q1 score|Q2 score", []int{1, 2}, "Q1|Q2"},
		{"id|Q1|Q2|Q1 score|Q2 score", []int{3, 4}, "Q* score"},
		{"id|Q1|Q2|Q3|Total", []int{1, 3}, "Q1|Q3"},
		{"id|Q2|Q1|Total", []int{2, 1}, "Q1|Q2"},
		{"id|1|2|Total", []int{1, 2}, "1|2"},
		{"id|Why?|Why?|", []int{0, 2, 3}, "id|#3|#4"},
		{"id|#1|Rater A|Rater B", []int{1}, "#2"},
		{"id|#1|Rater A|Rater B", []int{2, 3}, "Rater *"},
		{"id|Why is A so|Why is it so|Why", []int{1, 2, 3}, "Why is A so|Why is it so|Why"},
		{"id|é1|è2", []int{1, 2}, "é*"},
	} {
		if got := strings.Join(Names(strings.Split(c.header, "|"), c.which), "|"); got != c.want {
			t.Errorf("%s %v: %s, expected %s", c.header, c.which, got, c.want)
		}
	}
	if got := Names([]string{"a"}, nil); !slices.Equal(got, nil) {
		t.Errorf("%q for none", got)
	}
}
