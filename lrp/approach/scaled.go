package approach

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// Scaled returns the explanation in the user's units: ratings and effects on the rating are those
// of the scale. Effects on the logit of a grade stay as they are, as Unit says. The explanation
// itself must be in [0,1].
func (e Explanation) Scaled(s datasets.Scale) Explanation {
	span := s.Span()
	e.Scale = s
	e.Rating, e.Base = s.Value(e.Rating), s.Value(e.Base)
	e.Whole, e.Cut = e.Whole*span, e.Cut*span
	e.Interval = [2]float64{s.Value(e.Interval[0]), s.Value(e.Interval[1])}
	termSpan := 1.0 // a logit has no units
	if e.Unit == RatingUnit {
		termSpan = span
	}
	e.Questions = slices.Clone(e.Questions)
	for j := range e.Questions {
		q := &e.Questions[j]
		q.Effect *= span
		q.Terms, q.Words = stretched(q.Terms, termSpan), stretched(q.Words, span)
		q.Neighbours = slices.Clone(q.Neighbours)
		for k := range q.Neighbours {
			q.Neighbours[k].Effect *= termSpan
			q.Neighbours[k].MeanRating = s.Value(q.Neighbours[k].MeanRating)
		}
	}
	return e
}

func stretched(terms []Term, factor float64) []Term {
	terms = slices.Clone(terms)
	for k := range terms {
		terms[k].Effect *= factor
	}
	return terms
}

// Scaled returns the prediction in the user's units. Grades stay in [0,1].
func (p Prediction) Scaled(s datasets.Scale) Prediction {
	p.Rating = s.Value(p.Rating)
	p.Interval = [2]float64{s.Value(p.Interval[0]), s.Value(p.Interval[1])}
	return p
}
