package stats

import "math"

// QuadraticKappa returns Cohen's kappa with quadratic weights between grades in [0,1] that are
// rounded to k levels, 0 to k-1: the level of grade g is ⌊g·(k-1) + 1/2⌋, and grades outside of
// [0,1] are clipped. With O(i,j) the observed share of pairs with levels i and j, and E(i,j) the
// expected one, the product of the shares of i among the predicted and of j among the actual
// grades,
//
//	κ = 1 - Σ (i-j)²·O(i,j) / Σ (i-j)²·E(i,j).
//
// It is 1 for full agreement, 0 for agreement by chance, and negative below that. With two levels
// it is the unweighted kappa. Pairs with a NaN are skipped. κ is NaN if no pair is left, if all
// grades on both sides have the same level, and if k < 2. QuadraticKappa panics if the slices
// differ in length.
//
// Source: J. Cohen, Weighted Kappa, Psychological Bulletin 70, 213-220 (1968).
func QuadraticKappa(predicted, actual []float64, k int) float64 {
	if k < 2 {
		return math.NaN()
	}
	// As (i-j)² = i² - 2ij + j², both sums follow from moments, without a k × k table.
	var n, observed, ps, as, squares float64
	pairs(predicted, actual, func(p, a float64) {
		i, j := level(p, k), level(a, k)
		n++
		observed += (i - j) * (i - j)
		ps += i
		as += j
		squares += i*i + j*j
	})
	expected := squares - 2*ps*as/n
	if !(expected > 0) {
		return math.NaN()
	}
	return 1 - observed/expected
}

// level returns the nearest of k levels, 0 to k-1; ties are rounded up.
func level(grade float64, k int) float64 {
	return math.Floor(min(max(grade, 0), 1)*float64(k-1) + .5)
}
