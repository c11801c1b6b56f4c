package datasets

import (
	"errors"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/files"
)

// A table read for a model's questions may have odd totals, scores and other columns.
func TestReadTableForAModel(t *testing.T) {
	o := TableOptions{Expected: []Question{{ID: "w", Text: "Why is ice light?"}, {ID: "1989"}}}
	for _, c := range []struct{ name, text string }{
		{"wide", "id,1989,1989 score,Why is ice light?,total\na,5,-1,air,-3\nb,7,,,x\n"},
		{"long", "respondent,question,response,score,rating\na,1989,5,many,9\na,w,air,,8\nb,1989,7,,\n" +
			"b,w,,,\n"},
	} {
		d, err := ReadTable(strings.NewReader(c.text), c.name+".csv", o, Options{Raw: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := map[string][]string{}
		for _, r := range d.Respondents {
			if r.Rated() || r.Scores != nil {
				t.Errorf("%s: %s has a rating %v or scores %v", c.name, r.ID, r.Rating, r.Scores)
			}
			got[r.ID] = r.Responses
		}
		if len(d.Questions) != 2 || d.Questions[0].ID != "1989" || d.Questions[1].ID != "w" ||
			strings.Join(got["a"], "|") != "5|air" || strings.Join(got["b"], "|") != "7|" {
			t.Errorf("%s: questions %v, responses %q", c.name, d.Questions, got)
		}
	}
}

func TestReadTableOfManyBytes(t *testing.T) {
	for _, text := range []string{"id,q\na,b\n" + strings.Repeat("x,y\n", 1000),
		"respondent,question,response\n" + strings.Repeat("x,y,z\n", 1000),
		"id,q\na," + strings.Repeat("y", 1<<14) + "\n"} {
		_, err := ReadTable(strings.NewReader(text), "t.csv", TableOptions{MaxBytes: 1 << 14}, Options{})
		if !errors.Is(err, files.ErrTooLarge) ||
			!strings.Contains(err.Error(), "found cells of more than 16384 bytes, expected a smaller table") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
