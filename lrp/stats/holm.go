package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts the p values of several tests, which may be dependent. Rejecting where the adjusted
// value is at most α makes the probability of one or more false rejections at most α, whichever
// hypotheses are true. With p(1) ≤ … ≤ p(m) in ascending order the adjusted value is
//
//	p̃(i) = max over j ≤ i of min(1, (m-j+1)·p(j)).
//
// A p value of NaN does not count among the m and stays NaN. The result is in the order of p, which
// does not change.
//
// Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of
// Statistics 6, 65-70 (1979).
func Holm(p []float64) []float64 {
	adjusted := slices.Repeat([]float64{math.NaN()}, len(p))
	var order []int
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, float64(len(order)-rank)*p[i]))
		adjusted[i] = highest
	}
	return adjusted
}
