package grades

import (
	"math"
	"slices"
	"testing"
)

// Estimates of many are those of each.
func TestEstimates(t *testing.T) {
	x := civics(200)
	for _, n := range []int{0, 4, 12, 100} {
		f := fit(t, prepare(t, fixed(), x), x, n)
		if len(f.Estimates(nil, .9)) != 0 {
			t.Fatal("nobody is estimated")
		}
		for i, e := range f.Estimates(x.responses, .9) {
			rating, grades, lo, hi := f.RatingAndInterval(x.responses[i], .9)
			if e.Rating != rating || !slices.Equal(e.Grades, grades) {
				t.Fatalf("%d rated, respondent %d: %v %v, expected %v %v", n, i, e.Rating, e.Grades, rating, grades)
			}
			if math.Abs(e.Low-lo) > 1e-12 || math.Abs(e.High-hi) > 1e-12 {
				t.Fatalf("%d rated, respondent %d: [%v, %v], expected [%v, %v]", n, i, e.Low, e.High, lo, hi)
			}
		}
	}
}
