package grading

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/elements"
)

// choosePoints decides what suggestions are out of, given the points of the questions, if known.
func (r *Result) choosePoints(points []float64) {
	questions := len(r.Data.Questions)
	if len(points) == questions {
		r.Points = points
		return
	}
	share := 1.0
	r.EqualShares = true
	if !r.gradesOnly() {
		share = r.Scale.Full / float64(questions) // which is from 0
	}
	r.Points = make([]float64, questions)
	for j := range r.Points {
		r.Points[j] = share
	}
}

// gradesOnly reports whether suggestions are grades from 0 to 1, whose mean is the rating.
func (r *Result) gradesOnly() bool {
	return r.EqualShares && (r.Scale.Unit() || r.Scale.Zero != 0)
}

// target returns what the suggested points of a rating have to add up to.
func (r *Result) target(rating float64) float64 {
	if r.gradesOnly() {
		return r.Scale.Rating(rating) * float64(len(r.Points)) // each is out of 1
	}
	return rating
}

// counted returns the share of all points that counts for a respondent: less than 1 if questions
// without an answer count less.
func (r *Result) counted(responses []string) float64 {
	var all, counted float64
	for j, p := range r.Points {
		all += p
		if counted += p; responses[j] == "" {
			counted -= r.skipped * p
		}
	}
	if all == 0 {
		return 1
	}
	return counted / all
}

// Graded reports whether there are suggested points.
func (r *Result) Graded() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Points != nil })
}

// Suggested returns the points of a row, rounded such that they add up as before; nil without.
func (r *Result) Suggested(row *Row) []float64 {
	if row.Points == nil {
		return nil
	}
	sum := 0.0
	for _, p := range row.Points {
		sum += p
	}
	if rounded := r.Round(row.Rating); math.Abs(sum-row.Rating) < 1e-6*r.Scale.Span() {
		sum = rounded
	}
	return elements.Rounded(row.Points, sum, r.pointDecimals())
}

// pointDecimals is how many decimals of suggested points are worth writing.
func (r *Result) pointDecimals() int {
	if r.gradesOnly() || slices.ContainsFunc(r.Points, func(p float64) bool {
		return math.Abs(10*p-math.Round(10*p)) > 1e-6
	}) {
		return 2
	}
	return max(1, r.Decimals())
}

// FormatPoints formats the suggested points of a question with what they are out of.
func (r *Result) FormatPoints(points float64, question int) string {
	return fmt.Sprintf("%.*f of %s", r.pointDecimals(), points,
		elements.Figure(r.Points[question], 3))
}

const (
	// edge keeps the logits of grades finite.
	edge = 1e-6
	// steps of the bisection.
	steps = 60
	// maxShift is far enough for every grade to reach 0 or 1.
	maxShift = 40.0
)

// suggest returns points for the responses that add up to the rating, as far as the questions count,
// nil without grades. It shifts all grades by one number on the logit scale, so that their order
// stays. Missing responses get 0, and those with a given score, if any, keep it.
func (r *Result) suggest(rating float64, grades, given []float64, responses []string) []float64 {
	if grades == nil {
		return nil
	}
	points := make([]float64, len(grades))
	shifted := func(c float64) float64 {
		sum := 0.0
		for j, g := range grades {
			points[j] = 0
			switch {
			case given != nil && !math.IsNaN(given[j]):
				points[j] = r.Points[j] * given[j]
			case responses[j] != "":
				g = min(max(g, edge), 1-edge)
				points[j] = r.Points[j] / (1 + math.Exp(-math.Log(g/(1-g))-c))
			}
			sum += points[j]
		}
		return sum
	}
	target, low, high := r.target(rating)*r.counted(responses), -maxShift, maxShift
	for range steps {
		if middle := (low + high) / 2; shifted(middle) < target {
			low = middle
		} else {
			high = middle
		}
	}
	shifted((low + high) / 2)
	return points
}
