package auto

import (
	"math"
	"slices"
	"testing"
)

// PredictAll predicts what Predict predicts for each respondent.
func TestPredictAll(t *testing.T) {
	x := civics(200)
	for _, n := range []int{0, 4, 12, 100} {
		f := fit(t, prepare(t, fixed(), x), x, n)
		if n == 12 {
			f = fitTo(t, f.prepared, x.scored(0, n))
		}
		if got := f.PredictAll(nil, .9); len(got) != 0 {
			t.Fatalf("%d predictions for no respondents", len(got))
		}
		for i, got := range f.PredictAll(x.responses, .9) {
			want := f.Predict(x.responses[i], .9)
			if got.Rating != want.Rating || !slices.Equal(got.Grades, want.Grades) {
				t.Fatalf("%d rated, respondent %d: %v %v, expected %v %v",
					n, i, got.Rating, got.Grades, want.Rating, want.Grades)
			}
			if math.Abs(got.Low-want.Low) > 1e-12 || math.Abs(got.High-want.High) > 1e-12 {
				t.Fatalf("%d rated, respondent %d: [%v, %v], expected [%v, %v]",
					n, i, got.Low, got.High, want.Low, want.High)
			}
		}
	}
}
