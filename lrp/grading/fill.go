package grading

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
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
		row.Points = r.suggest(p.Rating, p.Grades, g.given[i], r.Data.Respondents[i].Responses)
	}
	r.rank(g.unrated)
	if len(g.rated) < minRanges {
		r.dropRanges()
	}
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

// minRanges is the number of ratings from which intervals mean anything.
const minRanges = 3

// dropRanges removes the intervals.
func (r *Result) dropRanges() {
	for i := range r.Rows {
		r.Rows[i].Low, r.Rows[i].High = math.NaN(), math.NaN()
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
			n := (row.Given - r.Scale.Value(0)) / step
			return math.Abs(n-math.Round(n)) < 1e-6
		}
		if !slices.ContainsFunc(r.Rows, func(row Row) bool { return !fits(row) }) && given >= 3 {
			return step
		}
	}
	return 0
}

// decimalsFor is how many decimals of ratings are worth writing if they are off by about so much in the
// user's units, 0 if that is unknown.
func decimalsFor(s datasets.Scale, off float64) int {
	if !(off > 0) {
		off = s.Span() / 20
	}
	return int(min(max(1-math.Floor(math.Log10(4*off)), 0), 3))
}

// Decimals is how many decimals of ratings are worth writing.
func (r *Result) Decimals() int { return decimalsFor(r.Scale, r.off) }

// Round rounds a rating to the decimals that are worth writing.
func (r *Result) Round(v float64) float64 {
	factor := math.Pow(10, float64(r.Decimals()))
	return r.within(math.Round(v*factor)/factor + 0) // never -0
}

// within returns the number of the scale that is closest to v.
func (r *Result) within(v float64) float64 {
	return min(max(v, r.Scale.Value(0)), r.Scale.Value(1))
}

// Format formats a rating for reading, "?" if it is unknown.
func (r *Result) Format(v float64) string {
	if math.IsNaN(v) {
		return "?"
	}
	return fmt.Sprintf("%.*f", r.Decimals(), r.Round(v))
}

// Range formats the interval of a row, "" if there is none.
func (r *Result) Range(row *Row) string {
	if math.IsNaN(row.Low) || math.IsNaN(row.High) {
		return ""
	}
	return r.Format(row.Low) + " to " + r.Format(row.High)
}

// formatError formats an error or a difference of ratings.
func (r *Result) formatError(v float64) string {
	if v >= 10 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.*f", max(1, r.Decimals()), v)
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
