package stats

import (
	"math"
	"slices"
)

// Holm adjusts the p values of several tests so that, whichever hypotheses are true, the
// probability of one or more false rejections is at most the level at which the adjusted
// values are read. The tests may depend on one another. With p(1) ≤ … ≤ p(m) in ascending
// order the adjusted value is
//
//	p̃(i) = max over j ≤ i of min(1, (m-j+1) p(j)).
//
// A p value of NaN, of a test that could not be made, does not count among the m and stays NaN.
// The result is in the order of p, which is left as it is.
//
//	S. Holm. A Simple Sequentially Rejective Multiple Test Procedure.
//	Scandinavian Journal of Statistics 6, 65-70 (1979).
func Holm(p []float64) []float64 {
	adjusted := slices.Repeat([]float64{math.NaN()}, len(p))
	var order []int
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case p[i] < p[j]:
			return -1
		case p[i] > p[j]:
			return 1
		}
		return 0
	})
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, float64(len(order)-rank)*p[i]))
		adjusted[i] = highest
	}
	return adjusted
}
