package grading

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestSuggest checks that points add up, stay in range and keep the order of the grades.
func TestSuggest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + rng.IntN(12)
		ds := &datasets.Dataset{Questions: make([]datasets.Question, n)}
		total := 0.0
		for range n {
			p := float64(1 + rng.IntN(5))
			ds.Points, total = append(ds.Points, p), total+p
		}
		r := &Result{Data: ds, Scale: datasets.Scale{Full: total}}
		r.choosePoints()
		grades, responses, room := make([]float64, n), make([]string, n), 0.0
		for j := range grades {
			grades[j] = min(max(1.2*rng.Float64()-0.1, 0), 1)
			if rng.IntN(4) > 0 {
				responses[j] = "x"
				room += ds.Points[j]
			}
		}
		rating := total * rng.Float64()
		points := r.suggest(rating, grades, responses)
		sum := 0.0
		for j, p := range points {
			sum += p
			if !(p >= 0 && p <= ds.Points[j]) || responses[j] == "" && p != 0 {
				t.Fatalf("%v of %v points for %q", p, ds.Points[j], responses[j])
			}
			for k, q := range points {
				if responses[j] != "" && responses[k] != "" && grades[j] < grades[k] &&
					p/ds.Points[j] > q/ds.Points[k]+1e-9 {
					t.Fatalf("grades %v and points %v are in another order", grades, points)
				}
			}
		}
		if want := min(rating, room); math.Abs(sum-want) > 1e-6*total {
			t.Fatalf("%v points for a rating of %v, %v answered", sum, rating, room)
		}
	}
}

func TestColumns(t *testing.T) {
	ds, _ := exam(16, 10)
	ds.Respondents[3].Rating = 1 - ds.Respondents[3].Rating // odd
	ds.Points = []float64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	r := grade(t, ds, Options{})
	names, cells := r.Columns("id", " Predicted Rating", "note")
	want := []string{"predicted rating (lrp)", "low", "high", "rounded"}
	for _, q := range ds.Questions {
		want = append(want, "suggested: "+q.ID)
	}
	if want = append(want, "look first", "note (lrp)"); !slices.Equal(names, want) {
		t.Errorf("columns %q, expected %q", names, want)
	}
	first := map[any]bool{}
	for i, row := range cells {
		if len(row) != len(names) {
			t.Fatalf("row %d has %d cells of %d", i, len(row), len(names))
		}
		note, _ := row[len(row)-1].(string)
		if i < 10 {
			if row[0] != nil || row[3] != nil || row[4] != nil || row[len(row)-2] != nil {
				t.Errorf("the rated row %d has predictions: %v", i, row)
			}
			if (note != "") != r.Rows[i].Odd() {
				t.Errorf("row %d has the note %q", i, note)
			}
			continue
		}
		rating, low, high := row[0].(float64), row[1].(float64), row[2].(float64)
		if low > rating || high < rating || rating != math.Round(rating*100)/100 ||
			2*row[3].(float64) != math.Round(2*r.Rows[i].Rating) || note != "" {
			t.Errorf("row %d: %v", i, row)
		}
		sum := 0.0
		for j := range ds.Questions {
			sum += row[4+j].(float64)
		}
		if math.Abs(sum-rating) > 0.06 {
			t.Errorf("row %d: %v points, rating %v", i, sum, rating)
		}
		first[row[len(row)-2]] = true
	}
	if note := cells[3][len(names)-1]; note == nil ||
		!strings.HasPrefix(note.(string), "check this rating: given ") {
		t.Errorf("the odd rating has the note %v", note)
	}
	for k := range 6 {
		if !first[k+1] {
			t.Errorf("no row is number %d to look at", k+1)
		}
	}
	for _, a := range r.Rows[10:] {
		for _, b := range r.Rows[10:] {
			if a.First < b.First && a.High-a.Low < b.High-b.Low {
				t.Errorf("%+v is to be looked at before %+v", a, b)
			}
		}
	}
}

func TestStepAndDecimals(t *testing.T) {
	for _, c := range []struct {
		full     float64
		given    []float64
		step     float64
		decimals int
	}{
		{20, []float64{3, 4.5, 20, math.NaN()}, 0.5, 2},
		{20, []float64{3, 4, 20}, 1, 2},
		{10, []float64{3.25, 4, 10}, 0.25, 2},
		{10, []float64{3.3, 4, 10}, 0, 2},
		{100, []float64{30, 41, 10}, 1, 1},
		{1000, []float64{300, 410, 10}, 1, 0},
		{20, []float64{3, 4}, 0, 2}, // too few to tell
		{1, []float64{0, 1, 1}, 0, 3},
	} {
		r := &Result{Scale: datasets.Scale{Full: c.full}}
		for _, v := range c.given {
			r.Rows = append(r.Rows, Row{Given: v})
		}
		if r.Step() != c.step || r.Decimals() != c.decimals {
			t.Errorf("%v of %v: step %v, %d decimals", c.given, c.full, r.Step(), r.Decimals())
		}
	}
}

// TestHTML checks that the page says first how far to trust it, escapes texts and has every row.
func TestHTML(t *testing.T) {
	ds, _ := exam(16, 10)
	ds.Respondents[3].Rating = 1 - ds.Respondents[3].Rating
	ds.Respondents[12].Responses[0] = "<script>alert(1)</script>\u202e"
	ds.Questions[1].Text = "Who is <b>?"
	ds.Warnings = []string{"beware of <i>"}
	r := grade(t, ds, Options{})
	var b bytes.Buffer
	if err := r.WriteHTML(&b, "exam <1>.xlsx"); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	for _, bad := range []string{"<script", "<b>?", "<i>", "\u202e", "http:", "https:", "NaN", "%!"} {
		if strings.Contains(s, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	at := 0
	for _, part := range []string{
		"exam &lt;1&gt;.xlsx: predicted ratings", "6 unrated rows, learned from 10 rated ones",
		"How far to trust this", r.Trust.String(), "Beware of &lt;i&gt;.", "Unrated rows",
		"Given ratings to check",
	} {
		i := strings.Index(s[at:], strings.ReplaceAll(part, "+", "&#43;"))
		if i < 0 {
			t.Fatalf("the page lacks %q at its place", part)
		}
		at += i
	}
	if n := strings.Count(s, "<details>"); n < 7 {
		t.Errorf("%d rows, expected at least 7", n)
	}
	var again bytes.Buffer
	if err := grade(t, ds, Options{}).WriteHTML(&again, "exam <1>.xlsx"); err != nil ||
		again.String() != s {
		t.Errorf("the second page is another one (%v)", err)
	}
}
