package stats

import "math"

// QuadraticKappa is Cohen's kappa with quadratic weights between grades in [0,1] brought to k
// levels, 0 to k-1: a grade g has level floor(g(k-1) + 1/2), and what is outside of [0,1] the
// nearest end's. With O the share of pairs with levels (i,j) and E that by chance, the
// product of the shares of level i among the predicted and of j among the actual grades,
//
//	κ = 1 - Σ (i-j)² O(i,j) / Σ (i-j)² E(i,j).
//
// 1 is full agreement, 0 what chance gives, negative is less than chance. Two levels make it
// the plain kappa. Pairs with a NaN are skipped. κ is NaN where no pair is left, where all
// grades on both sides have one level (0/0) and where k < 2. It panics where the slices differ in length.
//
//	J. Cohen. Weighted Kappa. Psychological Bulletin 70, 213-220 (1968).
func QuadraticKappa(predicted, actual []float64, k int) float64 {
	if k < 2 {
		return math.NaN()
	}
	// (i-j)² = i² - 2ij + j²: both sums follow from moments, without a k × k table.
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

// level is the nearest of k levels, 0 to k-1, half way up.
func level(grade float64, k int) float64 {
	return math.Floor(min(max(grade, 0), 1)*float64(k-1) + .5)
}
