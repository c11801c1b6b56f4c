package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PooledInterval returns the 95% interval, by the jackknife, of the root of the mean of squares,
// the squared errors of predictions for different respondents. It covers the variation due to the
// respondents that are predicted, not to those that are learned from. It is NaN for fewer than two
// respondents, and its lower end is at least 0.
//
// Source: B. Efron and C. Stein, The Jackknife Estimate of Variance, Annals of Statistics 9,
// 586-596 (1981).
func PooledInterval(squares []float64) (lo, hi float64) {
	n := float64(len(squares))
	if n < 2 {
		return math.NaN(), math.NaN()
	}
	sum := 0.0
	for _, s := range squares {
		sum += s
	}
	without := make([]float64, len(squares))
	for i, s := range squares {
		without[i] = math.Sqrt(max(0, sum-s) / (n - 1))
	}
	_, sd := MeanSD(without)
	se := sd * (n - 1) / math.Sqrt(n)
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * se
	root := math.Sqrt(sum / n)
	return max(0, root-half), root + half
}
