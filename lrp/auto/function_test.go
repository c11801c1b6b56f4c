package auto

import (
	"math"
	"testing"
)

// Sums of squared cosines are those of the texts one by one.
func TestSquares(t *testing.T) {
	x := newExam(essays(12, 3, 60, true, 1), true)
	q := prepare(t, Model{}, x).questions[0]
	texts := q.texts[3:]
	s := &squares{texts: q.postings(texts), heights: make([]float64, len(texts))}
	for k := range texts {
		s.heights[k] = 1 / float64(3+k)
	}
	for _, other := range q.texts {
		want := 0.0
		for k, of := range texts {
			c := other.grams.dot(of.grams)
			want += s.heights[k] * c * c
		}
		if got := s.at(other.grams.all()); math.Abs(got-want) > 1e-13 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
