package columns

import (
	"fmt"
	"strings"
	"testing"
)

// Columns of an earlier result are found by their names, but not those of a person.
func TestFindGraded(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"id,Q1,Total,predicted rating,low,high,rounded,Q1 suggested,look first,note", "3 4 5 6 7 8 9: 3 6 8 9 [7]"},
		{"id,low,note,Total,Predicted Rating (transductive),low (lrp),high,look first,note (lrp),Remarks",
			"4 5 6 7 8: 4 -1 7 8 []"},
		{"id,predicted rating,Seen,low,look first,note,note (column 7)", "1 3 4 5: 1 -1 4 5 []"},
		{"id,Total,low,high,Q1 suggested,look first,note", "2 3 4 5 6: -1 -1 5 6 [4]"},
		{"id,note,Total,rounded,look first", "3 4: -1 3 4 -1 []"},
		{"id,predicted rating,note,Total", ""},
		{"id,low,high,note,Total", ""},
		{"id,Q1,predicted rating", ""},
		{"", ""},
	} {
		got := ""
		if g := FindGraded(strings.Split(c.header, ",")); g != nil {
			got = fmt.Sprint(strings.Trim(fmt.Sprint(g.All), "[]"), ": ", g.Predicted, " ", g.Rounded, " ",
				g.First, " ", g.Note, " ", g.Suggested)
		}
		if got != c.want {
			t.Errorf("%s: found %q, expected %q", c.header, got, c.want)
		}
	}
}

// Options that name columns by a pattern do not mean those of an earlier result.
func TestPatternsLeaveGraded(t *testing.T) {
	header := []string{"id", "Q1", "Q2", "Total", "predicted rating", "Q1 suggested", "Q2 suggested", "look first"}
	rows := [][]string{{"ann", "rain", "sun", "2", "", "", "", ""}, {"bob", "snow", "sky", "", "1", "1", "0", "1"}}
	l, err := Recognise(header, rows, Options{Given: map[string][]string{"question-columns": {"Q*"}}})
	if err != nil || len(l.Questions) != 2 || l.Rating != 3 || len(l.Ignored) > 0 {
		t.Errorf("found %+v, error %v", l, err)
	}
}
