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

// Gatekeeper adjusts the p values of several tests of which one has been named beforehand as the
// primary one. It is tested first, at the full level, and the others by [Holm] among themselves,
// but only if it rejects:
//
//	p̃(primary) = p(primary),  p̃(i) = max(p(primary), p̃ of Holm among the others)
//
// Rejecting where the adjusted value is at most α makes the probability of one or more false
// rejections at most α: if the primary hypothesis is true, nothing is rejected falsely unless it
// is, and if it is false, [Holm] holds the level. A p value of NaN does not count and stays NaN; if
// the primary test has none, or primary is -1, the result is that of [Holm].
//
// Sources: W. Maurer, L. A. Hothorn and W. Lehmacher, Multiple Comparisons in Drug Clinical Trials
// and Preclinical Assays: A-priori Ordered Hypotheses, Biometrie in der chemisch-pharmazeutischen
// Industrie 6, 3-18 (1995); P. H. Westfall and A. Krishen, Optimally Weighted, Fixed Sequence and
// Gatekeeper Multiple Testing Procedures, Journal of Statistical Planning and Inference 99, 25-40
// (2001).
func Gatekeeper(p []float64, primary int) []float64 {
	if primary < 0 || math.IsNaN(p[primary]) {
		return Holm(p)
	}
	gate, others := p[primary], slices.Clone(p)
	others[primary] = math.NaN()
	adjusted := Holm(others)
	for i, x := range adjusted {
		adjusted[i] = max(x, gate) // NaN if x is
	}
	adjusted[primary] = gate
	return adjusted
}
