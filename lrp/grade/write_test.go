package grade

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
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
		r.choosePoints(ds.Points)
		grades, responses := make([]float64, n), make([]string, n)
		least, most := 0.0, 0.0
		for j := range grades {
			grades[j] = min(max(1.2*rng.Float64()-0.1, 0), 1)
			if rng.IntN(4) > 0 {
				responses[j] = "x"
				switch p := ds.Points[j]; {
				case grades[j] < 0.05: // surely wrong
					most += p * grades[j]
				case grades[j] > 0.95: // surely right
					least += p * grades[j]
					most += p
				default:
					most += p
				}
			}
		}
		rating := total * rng.Float64()
		points := r.suggest(rating, grades, nil, responses)
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
		want := min(max(rating, least), most)
		if math.Abs(sum-want) > 1e-5*total {
			t.Fatalf("%v points for a rating of %v, from %v to %v possible", sum, rating, least, most)
		}
		if apart := math.Abs(sum-rating) > 1e-5*total; apart != strings.Contains(r.PointsText(), "In 1 row they do not") {
			t.Fatalf("%v points for a rating of %v: %s", sum, rating, r.PointsText())
		}
	}
}

// TestSuggestNothing checks that what is surely wrong, or says that nothing is known, gets no
// points so that others add up, and that a right answer which looks like that keeps its points.
func TestSuggestNothing(t *testing.T) {
	ds := &datasets.Dataset{Questions: make([]datasets.Question, 4), Points: []float64{2, 2, 2, 2}}
	r := &Result{Data: ds, Scale: datasets.Scale{Full: 8}}
	r.choosePoints(ds.Points)
	points := r.suggest(3.5, []float64{0.3, 0.25, 0.01, 0.5}, nil, []string{"I don't know!", "keine Ahnung", "x", "y"})
	if points[0] != 0 || points[1] != 0 || points[2] > 0.02+1e-9 || points[3] < 1.99 || r.apart != 1 {
		t.Errorf("points %v, %d rows apart", points, r.apart)
	}
	points = r.suggest(5, []float64{0.9, 0.25, 0.01, 0.6}, nil, []string{"?", "idk", "x", "y"})
	if points[0] < 1.8 || points[1] != 0 || r.apart != 2 {
		t.Errorf("points %v, %d rows apart", points, r.apart)
	}
	points = r.suggest(5, []float64{0.9, 0.25, 0.6, 0.6}, nil, []string{"a", "idk", "x", "y"})
	if sum := points[0] + points[1] + points[2] + points[3]; math.Abs(sum-5) > 1e-6 || points[1] != 0 || r.apart != 2 {
		t.Errorf("points %v, %d rows apart", points, r.apart)
	}
}

func TestColumns(t *testing.T) {
	ds, _ := exam(16, 10)
	ds.Respondents[3].Rating = 1 - ds.Respondents[3].Rating // odd
	ds.Points = []float64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	r := grade(t, ds, Options{})
	names, cells := r.columns("id", " Predicted Rating", "note")
	want := []string{"predicted rating (lrp)", "low", "high", "rounded"}
	for _, q := range ds.Questions {
		want = append(want, q.ID+" suggested")
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
		if low > rating || high < rating || rating != r.Round(rating) ||
			2*row[3].(float64) != math.Round(2*r.Rows[i].Rating) || note != "" {
			t.Errorf("row %d: %v", i, row)
		}
		sum := 0.0
		for j := range ds.Questions {
			sum += row[4+j].(float64)
		}
		if math.Abs(sum-rating) > 1e-9 {
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
		{20, []float64{3, 4.5, 20, math.NaN()}, 0.5, 1},
		{20, []float64{3, 4, 20}, 1, 1},
		{10, []float64{3.25, 4, 10}, 0.25, 1},
		{10, []float64{3.3, 4, 10}, 0, 1},
		{100, []float64{30, 41, 10}, 1, 0},
		{1000, []float64{300, 410, 10}, 1, 0},
		{20, []float64{3, 4}, 0, 1}, // too few to tell
		{1, []float64{0, 1, 1}, 0, 2},
	} {
		r := &Result{Scale: datasets.Scale{Full: c.full}}
		for _, v := range c.given {
			r.Rows = append(r.Rows, Row{Given: v})
		}
		if r.step() != c.step || r.Decimals() != c.decimals {
			t.Errorf("%v of %v: step %v, %d decimals", c.given, c.full, r.step(), r.Decimals())
		}
	}
}

// Decimals follow the error.
func TestDecimals(t *testing.T) {
	for off, want := range map[float64]int{0: 1, 12: 0, 1.2: 1, .3: 1, .2: 2, .01: 3, .0001: 3} {
		if got := decimalsFor(datasets.Scale{Full: 20}, off); got != want {
			t.Errorf("off by %v: %d decimals, expected %d", off, got, want)
		}
	}
}

// No prediction leaves its scale, and rounded ones are steps from its lowest value.
func TestWithinTheScale(t *testing.T) {
	ds, _ := exam(16, 10)
	ds.Scale = datasets.Scale{Zero: 1, Full: 5}
	for i := range ds.Respondents {
		ds.Respondents[i].Rating = math.Round(4*ds.Respondents[i].Rating) / 4
	}
	r := grade(t, ds, Options{})
	_, cells := r.columns()
	for i, row := range cells[10:] {
		for _, v := range row[:4] {
			if v.(float64) < 1 || v.(float64) > 5 {
				t.Errorf("row %d: %v", i, row)
			}
		}
		if whole := row[3].(float64); whole != math.Round(whole) {
			t.Errorf("row %d is rounded to %v", i, whole)
		}
	}
}

// With one or two ratings there are predictions without intervals.
func TestFewHaveNoRanges(t *testing.T) {
	ds, _ := exam(12, 1)
	r := grade(t, ds, Options{})
	var b bytes.Buffer
	if err := r.WriteHTML(&b, "exam"); err != nil {
		t.Fatal(err)
	}
	_, cells := r.columns()
	if cells[5][0] == nil || cells[5][1] != nil || cells[5][2] != nil ||
		!strings.Contains(b.String(), "With only 1 student with a total there is no telling") ||
		!strings.Contains(b.String(), "Only 1 of 12 students is rated") ||
		!strings.Contains(b.String(), "no telling in which range") ||
		strings.Contains(b.String(), `class="whisker"`) {
		t.Errorf("%v, %s", cells[5], r.Trust)
	}
}

// Where nothing tells how good single answers are, none has points, and the result says why.
func TestNothingTellsOfSingleAnswers(t *testing.T) {
	suite.Slow(t, "fits many models")
	in, err := os.Open("testdata/whole.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	ds, err := datasets.ReadTable(in, "whole.csv", datasets.TableOptions{}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := grade(t, ds, Options{})
	names, _ := r.columns()
	if says := strings.Contains(strings.Join(r.Notes, ""), "give a key (--key)"); !says || r.Graded() ||
		slices.Contains(names, "Q1 suggested") || !slices.Contains(names, "look first") {
		t.Errorf("notes %q, columns %q", r.Notes, names)
	}
}

// Equal answers are together, with how many gave them and the mean of their points.
func TestByQuestion(t *testing.T) {
	ds := &datasets.Dataset{Questions: []datasets.Question{{ID: "Q1", Text: "Why?"}}}
	r := &Result{Data: ds, Scale: datasets.Scale{Full: 10}, Points: []float64{10}, off: 1}
	for i, answer := range []string{"Rain", "", " rain ", "sun", "RAIN", ""} {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{Responses: []string{answer}})
		row := Row{Given: math.NaN(), Rating: float64(i), Points: []float64{float64(i)}}
		if i == 4 {
			row = Row{Given: 9}
		}
		r.Rows = append(r.Rows, row)
	}
	q := r.byQuestion()[0]
	got := ""
	for _, g := range q.Groups {
		got += fmt.Sprintf("%s×%d:%s ", g.Answer, g.People, g.Points)
	}
	if got != "×2:3.0 sun×1:3.0 Rain×3:1.0 " || q.Summary != "3 different answers" || q.Others != 0 {
		t.Errorf("%s%+v", got, q)
	}
	for i := range 2 * maxGroups {
		ds.Respondents = append(ds.Respondents,
			datasets.Respondent{Responses: []string{fmt.Sprint(i)}})
		r.Rows = append(r.Rows, Row{Given: 1})
	}
	if q = r.byQuestion()[0]; len(q.Groups) != maxGroups || q.Others != maxGroups+3 ||
		q.Groups[2].Answer != "Rain" {
		t.Errorf("%d groups, %d others", len(q.Groups), q.Others)
	}
}

func htmlOf(t *testing.T, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b, "exam <1>.xlsx"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHTML checks that the page says first how far to trust it, escapes texts and has every row.
func TestHTML(t *testing.T) {
	ds, _ := exam(16, 10)
	ds.Respondents[3].Rating = 1 - ds.Respondents[3].Rating
	ds.Respondents[12].Responses[0] = "<script>alert(1)</script>\u202e"
	ds.Questions[1].Text = "Who is <b>?"
	ds.Warnings, ds.Notes = []string{"beware of <i>"}, []string{"read & understood"}
	r := grade(t, ds, Options{})
	s := htmlOf(t, r)
	for _, bad := range []string{"<script>alert", "<b>?", "<i>", "\u202e", "http:", "https:", "NaN", "%!"} {
		if strings.Contains(s, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	at := 0
	for _, part := range []string{
		"exam &lt;1&gt;.xlsx: predicted points", "6 students without a total, learned from 10 rated ones",
		"How far to trust this", strings.Replace(r.Trust.String(), "rows with a rating",
			"students with a total", 1), "Beware of &lt;i&gt;.", "How this was measured",
		"How your table was read", "Read &amp; understood.", "Students without a total",
		`<span class="scale"><span>0</span><span>20</span></span>`, " of 20 points, probably ",
		`<div class="accepted">accepted: `, "Given totals to check", ", expected ", "By question",
		"different answers", "Accepted: ",
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
	ds.Scale = datasets.Scale{Zero: 6, Full: 1} // of school marks
	if s := htmlOf(t, grade(t, ds, Options{})); !strings.Contains(s, "6 people without a rating, learned") ||
		!strings.Contains(s, " on the scale from 6 to 1, probably ") || strings.Contains(s, "student") {
		t.Errorf("found the words of an exam, or no ends of the scale, in\n%s", s)
	}
	ds.Scale = datasets.Scale{Full: 20}
	if htmlOf(t, grade(t, ds, Options{})) != s {
		t.Error("the second page is another one")
	}
}
