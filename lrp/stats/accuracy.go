package stats

import "math"

// Passing is the grade in [0,1] from which on an answer counts as right.
const Passing = 0.5

// Accuracy is the share of answers of which predicted and actual grade say the same: both are at
// least [Passing], or both below. With an actual grade that is the mean of several judges' 0 or 1
// this is agreement with the majority, a tie being right.
//
// Pairs with a NaN are skipped; Accuracy is NaN where no pair is left. It panics where the slices
// differ in length.
//
//	S. Burrows, I. Gurevych, B. Stein. The Eras and Trends of Automatic Short Answer Grading.
//	International Journal of Artificial Intelligence in Education 25, 60-117 (2015), section 5.
func Accuracy(predicted, actual []float64) float64 {
	same, n := 0.0, 0.0
	pairs(predicted, actual, func(p, a float64) {
		n++
		if (p >= Passing) == (a >= Passing) {
			same++
		}
	})
	return same / n
}

// pairs calls do for each pair without a NaN.
func pairs(predicted, actual []float64, do func(p, a float64)) {
	if len(predicted) != len(actual) {
		panic("stats: pairs of slices of different lengths")
	}
	for i, p := range predicted {
		if a := actual[i]; !math.IsNaN(p) && !math.IsNaN(a) {
			do(p, a)
		}
	}
}
