package approach

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestScaled checks that an explanation still adds up in other units and that logits stay.
func TestScaled(t *testing.T) {
	for _, c := range []struct {
		unit       string
		termEffect float64
	}{{RatingUnit, 5}, {"logit of the grade", 0.25}} {
		e := Explanation{
			Rating: 1, Interval: [2]float64{0.5, math.NaN()}, Base: 0.25, Whole: 0.25, Cut: -0.25,
			Unit: c.unit,
			Questions: []QuestionEffect{{
				Effect: 0.75, Grade: 0.9, Terms: []Term{{"t", 3, 0.25}},
				Words:      []Term{{"w", 1, 0.5}},
				Neighbours: []Neighbour{{Effect: 0.25, MeanRating: 0.5, Similarity: 0.7}},
			}},
		}
		s := e.Scaled(datasets.Scale{Zero: 10, Full: 30})
		q := s.Questions[0]
		if s.Rating != 30 || s.Base != 15 || s.Whole != 5 || s.Cut != -5 || q.Effect != 15 ||
			s.Base+s.Whole+q.Effect+s.Cut != s.Rating {
			t.Errorf("%v + %v + %v + %v = %v, expected 15 + 5 + 15 - 5 = 30",
				s.Base, s.Whole, q.Effect, s.Cut, s.Rating)
		}
		if s.Interval[0] != 20 || !math.IsNaN(s.Interval[1]) {
			t.Errorf("interval %v, expected 20 and NaN", s.Interval)
		}
		if q.Terms[0] != (Term{"t", 3, c.termEffect}) || q.Words[0] != (Term{"w", 1, 10}) ||
			q.Grade != 0.9 {
			t.Errorf("%s: terms %v, words %v, grade %v", c.unit, q.Terms, q.Words, q.Grade)
		}
		n := q.Neighbours[0]
		if n.Effect != c.termEffect || n.MeanRating != 20 || n.Similarity != 0.7 {
			t.Errorf("%s: neighbour %+v", c.unit, n)
		}
		if e.Questions[0].Words[0].Effect != 0.5 || e.Questions[0].Neighbours[0].MeanRating != 0.5 {
			t.Error("the original has changed")
		}
	}
}
