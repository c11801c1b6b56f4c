package grading

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// fill turns what was predicted into rows in the user's units.
func (r *Result) fill(g *grader) {
	nan := math.NaN()
	r.Rows = make([]Row, len(r.Data.Respondents))
	for i := range r.Data.Respondents {
		p := &r.Data.Respondents[i]
		r.Rows[i] = Row{ID: p.ID, Given: r.Scale.Value(p.Rating), Rating: nan, Low: nan, High: nan}
	}
	for k, i := range g.rated {
		if g.checked != nil {
			p := g.checked[k].Scaled(r.Scale)
			row := &r.Rows[i]
			row.Rating, row.Low, row.High = p.Rating, p.Interval[0], p.Interval[1]
		}
	}
	for k, i := range g.unrated {
		p := g.predicted[k].Scaled(r.Scale)
		row := &r.Rows[i]
		row.Rating, row.Low, row.High = p.Rating, p.Interval[0], p.Interval[1]
		row.Points = r.suggest(p.Rating, p.Grades, r.Data.Respondents[i].Responses)
	}
	r.rank(g.unrated)
	r.Trust = r.trust(g)
	for _, w := range g.warnings {
		r.Warnings = append(r.Warnings, w.Error())
	}
	r.Warnings = append(r.Warnings, r.Trust.warnings(r)...)
}

// rank numbers the unrated rows by the width of their intervals, the widest first. Rows of equal
// width keep their order.
func (r *Result) rank(unrated []int) {
	sorted := slices.Clone(unrated)
	slices.SortStableFunc(sorted, func(a, b int) int {
		return cmp.Compare(r.Rows[b].High-r.Rows[b].Low, r.Rows[a].High-r.Rows[a].Low)
	})
	for k, i := range sorted {
		r.Rows[i].First = k + 1
	}
}

// Step returns the largest of 1, 0.5 and 0.25 that all given ratings are multiples of, or 0 if
// there is none, or fewer than three ratings to tell.
func (r *Result) Step() float64 {
	if r.Scale.Unit() {
		return 0
	}
	for _, step := range []float64{1, 0.5, 0.25} {
		given := 0
		fits := func(row Row) bool {
			if !row.Rated() {
				return true
			}
			given++
			n := row.Given / step
			return math.Abs(n-math.Round(n)) < 1e-6
		}
		if !slices.ContainsFunc(r.Rows, func(row Row) bool { return !fits(row) }) && given >= 3 {
			return step
		}
	}
	return 0
}

// Decimals is how many decimals of ratings are worth writing.
func (r *Result) Decimals() int {
	switch span := r.Scale.Span(); {
	case span >= 500:
		return 0
	case span >= 50:
		return 1
	case span >= 2:
		return 2
	}
	return 3
}

// Round rounds a rating to the decimals that are worth writing.
func (r *Result) Round(v float64) float64 {
	factor := math.Pow(10, float64(r.Decimals()))
	return math.Round(v*factor) / factor
}

// format formats a rating or a difference of ratings for a sentence, with few digits.
func (r *Result) format(v float64) string {
	return fmt.Sprintf("%.*f", max(0, r.Decimals()-1), v)
}

// outOf describes the units of ratings, such as " of 20".
func (r *Result) outOf() string {
	switch s := r.Scale; {
	case s.Unit():
		return " on the scale from 0 to 1"
	case s.Zero == 0:
		return fmt.Sprintf(" of %.6g points", s.Full)
	default:
		return fmt.Sprintf(" on the scale from %.6g to %.6g", s.Zero, s.Full)
	}
}
