package datasets

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestPartial checks that there is no total where an answer is not graded, in wide and long form,
// and that a missing answer needs no score.
func TestPartial(t *testing.T) {
	const wide = "name;Why is it wet?;Q1 score;Why is it cold?;Q2 score\n" +
		"points;;2;;3\n" +
		"ann;rain;2;snow melts;3\n" +
		"bob;rain;1;;\n" +
		"cat;fog;0;hail and wind;\n" +
		"dan;a dry wind;;fog;\n" +
		"eve;;;snow melts;1\n"
	const long = "student;question;response;score;max score\n" +
		"ann;1;rain;2;2\nann;2;snow melts;3;3\nbob;1;rain;1;2\nbob;2;;;3\n" +
		"cat;1;fog;0;2\ncat;2;hail and wind;;3\ndan;1;a dry wind;;2\ndan;2;fog;;3\n" +
		"eve;1;;;2\neve;2;snow melts;1;3\n"
	nan := math.NaN()
	ratings := []float64{1, .2, nan, nan, .2}
	scores := [][]float64{{1, 1}, {.5, nan}, {0, nan}, {nan, nan}, {nan, 1. / 3}}
	for form, table := range map[string]string{"wide": wide, "long": long} {
		d, err := openTable(t, table, TableOptions{Layout: form})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Respondents) != 5 || d.Scale != (Scale{0, 5}) {
			t.Fatalf("%s: %d respondents, scale %v", form, len(d.Respondents), d.Scale)
		}
		for i, r := range d.Respondents {
			if fmt.Sprintf("%.4f %.4f", r.Rating, r.Scores) !=
				fmt.Sprintf("%.4f %.4f", ratings[i], scores[i]) {
				t.Errorf("%s, %s: rating %v, scores %v, expected %v and %v", form, r.ID, r.Rating,
					r.Scores, ratings[i], scores[i])
			}
		}
		const want = "1 respondent with answers without a score: taken as not yet graded"
		if !strings.Contains(strings.Join(d.Notes, "\n"), want) {
			t.Errorf("%s: %q do not say %q", form, d.Notes, want)
		}
	}
}

// A column of totals goes before scores, and a question of which nobody has a score does not count
// in long form.
func TestPartialDoesNotMatter(t *testing.T) {
	for name, table := range map[string]string{
		"totals": "name;Why is it wet?;Q1 score;Why is it cold?;Q2 score;Total\n" +
			"points;;2;;3;5\nann;rain;2;snow melts;;5\nbob;rain;1;fog;2;3\n",
		"nobody has a score": "student;question;response;score;max score\n" +
			"ann;1;rain;2;2\nann;2;snow melts;;\nbob;1;rain;1;2\nbob;2;fog;;\n",
	} {
		d, err := openTable(t, table, TableOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range d.Respondents {
			if !r.Rated() {
				t.Errorf("%s: %s is unrated", name, r.ID)
			}
		}
		if strings.Contains(strings.Join(d.Notes, "\n"), "without a score") {
			t.Errorf("%s: %q", name, d.Notes)
		}
	}
}
