package datasets

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Where the lowest total is the best, ratings are turned round, and the scale turns them back.
func TestBestLow(t *testing.T) {
	const wide = "Name;Warum?;Note\nAda;weil es leicht ist;1\nBen;nein;4,3\nCem;wegen der Luft;\n"
	for _, c := range []struct {
		name, table string
		o           TableOptions
		want, note  string
	}{
		{"grades", wide, TableOptions{Best: "low", Max: 6}, "6 to 1: 1=1 0.34=4.3 NaN=NaN",
			"the lowest total is the best"},
		{"both ends", wide, TableOptions{Best: "low", Max: 5, Min: new(0.5)}, "5 to 0.5: 0.889=1 0.156=4.3 NaN=NaN", ""},
		{"seen", wide, TableOptions{Best: "low"}, "4.3 to 1: 1=1 0=4.3 NaN=NaN",
			"at least 1 (the best grade"},
		{"high", wide, TableOptions{Max: 6}, "0 to 6: 0.167=1 0.717=4.3 NaN=NaN", "give --best low"},
		{"mistakes", "Name;Warum?;Fehler\nAda;a;0\nBen;b;3\nCem;c;12\n",
			TableOptions{Best: "low", RatingColumn: "Fehler"}, "12 to 0: 1=0 0.75=3 0=12", ""},
		{"two examiners", "Name;Aufsatz;Note 1;Note 2\nAda;langer Text;1;2\nBen;kurzer;5;4\nCem;x;3;3\n",
			TableOptions{Best: "low", Max: 6, Questions: []string{"Aufsatz"}, RaterColumns: []string{"Note *"}},
			"6 to 1: 0.9=1.5 0.3=4.5 0.6=3", ""},
		{"letters", "Name,Why?,Grade\nAda,so,A\nBen,no,F\nCem,it,C\n", TableOptions{Best: "low"},
			"0 to 4: 1=4 0=0 0.5=2", "letter grades"},
		{"long", "respondent,question,response,rating\nAda,q,x,1\nBen,q,y,5\n", TableOptions{Best: "low", Max: 6, Min: new(1.0)},
			"6 to 1: 1=1 0.2=5", "ratings from 6 to 1"},
		{"points", "Name,Why?,Why? score\nAda,x,1\nBen,y,0\n", TableOptions{Best: "low", Questions: []string{"Why?"}},
			"--best low without a column of totals", ""},
		{"below", "respondent,question,response,rating\nAda,q,x,0\n", TableOptions{Best: "low", Max: 6, Min: new(1.0)},
			"at least 1 (--min)", ""},
		{"neither", wide, TableOptions{Best: "both"}, `found best "both", expected high, low`, ""},
	} {
		d, err := openTable(t, c.table, c.o)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		got := fmt.Sprintf("%v to %v:", d.Scale.Zero, d.Scale.Full)
		for _, r := range d.Respondents {
			got += fmt.Sprintf(" %.3g=%.3g", r.Rating, d.Scale.Value(r.Rating))
			for _, j := range r.Judgements {
				if math.Abs((j[0]+j[1])/2-r.Rating) > 1e-9 {
					t.Errorf("%s: judgements %v of rating %v", c.name, j, r.Rating)
				}
			}
		}
		if notes := strings.Join(d.Notes, "\n"); got != c.want || !strings.Contains(notes, c.note) {
			t.Errorf("%s: %s\n%s", c.name, got, notes)
		}
	}
}
