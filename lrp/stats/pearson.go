package stats

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// Pearson returns the product-moment correlation of predicted and actual values, in [-1,1],
//
//	r = Σ (p-p̄)(a-ā) / √(Σ (p-p̄)² · Σ (a-ā)²).
//
// Pairs with a NaN are skipped. r is NaN if no pair is left and if the values on one side are all
// equal. Pearson panics if the slices differ in length.
//
// Source: K. Pearson, Note on Regression and Inheritance in the Case of Two Parents, Proceedings of
// the Royal Society of London 58, 240-242 (1895).
func Pearson(predicted, actual []float64) float64 {
	ps, as := complete(predicted, actual)
	if constant(ps) || constant(as) {
		return math.NaN()
	}
	dp, da := standardised(ps), standardised(as)
	var pp, aa, pa float64
	for i, p := range dp {
		pp += p * p
		aa += da[i] * da[i]
		pa += p * da[i]
	}
	if !(pp*aa > 0) {
		return math.NaN()
	}
	return min(max(pa/math.Sqrt(pp*aa), -1), 1)
}

// standardised returns the deviations from the mean, the largest of which is 1, so that no square
// overflows or underflows.
func standardised(values []float64) []float64 {
	largest := 0.0
	for _, x := range values {
		largest = max(largest, math.Abs(x))
	}
	d := numbers.Map(values, func(x float64) float64 { return x / largest })
	mean, _ := MeanSD(d)
	largest = 0
	for i := range d {
		d[i] -= mean
		largest = max(largest, math.Abs(d[i]))
	}
	for i := range d {
		d[i] /= largest
	}
	return d
}

func constant(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return x != values[0] })
}
