package stats

import "math"

// passing is the lowest grade in [0,1] that counts as right.
const passing = 0.5

// Accuracy returns the share of answers whose predicted and actual grades agree: both are at least
// 0.5, or both below. If actual grades are means of several judges' 0 or 1, this is agreement with
// the majority, where a tie counts as right.
//
// Pairs with a NaN are skipped; without any other pair the result is NaN. Accuracy panics if the
// slices differ in length.
//
// Source: S. Burrows, I. Gurevych and B. Stein, The Eras and Trends of Automatic Short Answer
// Grading, International Journal of Artificial Intelligence in Education 25, 60-117 (2015),
// section 5.
func Accuracy(predicted, actual []float64) float64 {
	same, n := 0.0, 0.0
	pairs(predicted, actual, func(p, a float64) {
		n++
		if (p >= passing) == (a >= passing) {
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
