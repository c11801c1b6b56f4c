package synth

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
)

// TestExpectedIsTheMeanOfAnswers compares the formula with the mean of drawn answers.
func TestExpectedIsTheMeanOfAnswers(t *testing.T) {
	suite.Slow(t, "makes many exams")
	const n = 4000
	for _, e := range []*Exam{Civics(), Networks()} {
		rng := numbers.Stream(1, "expected", len(e.Questions))
		for q := range e.Questions {
			for _, ability := range []float64{-3, -1, 0.5} {
				var sum, squares float64
				for range n {
					_, quality := e.Answer(rng, q, ability)
					sum += quality
					squares += quality * quality
				}
				mean := sum / n
				sd := math.Sqrt((squares/n-mean*mean)/n) + 1e-3
				if got := e.Expected(q, ability); math.Abs(got-mean) > 4.5*sd {
					t.Errorf("%s, question %s, ability %v: Expected is %v, the mean of %d answers %v ± %v", e.Name, e.Questions[q].ID, ability, got, n, mean, sd)
				}
			}
		}
	}
}
