package stats

import "math"

// Pearson returns the product-moment correlation of predicted and actual values, in [-1,1],
//
//	r = Σ (p-p̄)(a-ā) / √(Σ (p-p̄)² · Σ (a-ā)²).
//
// Pairs with a NaN are skipped. r is NaN if no pair is left and if the values on one side are all
// equal, or so close that their variance underflows. Pearson panics if the slices differ in length.
//
// Source: K. Pearson, Note on Regression and Inheritance in the Case of Two Parents, Proceedings of
// the Royal Society of London 58, 240-242 (1895).
func Pearson(predicted, actual []float64) float64 {
	var ps, as []float64
	pairs(predicted, actual, func(p, a float64) {
		ps = append(ps, p)
		as = append(as, a)
	})
	if constant(ps) || constant(as) {
		return math.NaN()
	}
	mp, _ := MeanSD(ps)
	ma, _ := MeanSD(as)
	var pp, aa, pa float64
	for i, p := range ps {
		dp, da := p-mp, as[i]-ma
		pp += dp * dp
		aa += da * da
		pa += dp * da
	}
	if !(pp*aa > 0) {
		return math.NaN()
	}
	return min(max(pa/math.Sqrt(pp*aa), -1), 1)
}

func constant(values []float64) bool {
	for _, x := range values {
		if x != values[0] {
			return false
		}
	}
	return true
}
