package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/numbers"
)

// UnroundedKappa is [QuadraticKappa] without rounding, as RSMTool has it since its version 7: with
// population moments,
//
//	κ = 2·cov(p,a) / (var(p) + var(a) + (p̄-ā)²),
//
// which is Lin's coefficient of concordance, in [-1,1], and the same on every scale. Pairs with a
// NaN are skipped. κ is NaN if no pair is left, and if all values on both sides are equal.
// UnroundedKappa panics if the slices differ in length.
//
// Source: L. I. Lin, A Concordance Correlation Coefficient to Evaluate Reproducibility, Biometrics
// 45, 255-268 (1989).
func UnroundedKappa(predicted, actual []float64) float64 {
	ps, as := complete(predicted, actual)
	n := float64(len(ps))
	mp, ma := stat.Mean(ps, nil), stat.Mean(as, nil)
	var cov, squares float64
	for i, p := range ps {
		cov += (p - mp) * (as[i] - ma)
		squares += (p-mp)*(p-mp) + (as[i]-ma)*(as[i]-ma)
	}
	if constant(ps) && constant(as) && mp == ma {
		return math.NaN()
	}
	return 2 * cov / (squares + n*(mp-ma)*(mp-ma))
}

// Spearman returns the rank correlation, in [-1,1]: [Pearson] of the ranks, where equal values
// share the mean of their ranks. Special cases are those of Pearson.
//
// Source: C. Spearman, The Proof and Measurement of Association between Two Things, American
// Journal of Psychology 15, 72-101 (1904).
func Spearman(predicted, actual []float64) float64 {
	return numbers.Spearman(complete(predicted, actual))
}

// complete returns the pairs without a NaN.
func complete(predicted, actual []float64) (ps, as []float64) {
	pairs(predicted, actual, func(p, a float64) {
		ps, as = append(ps, p), append(as, a)
	})
	return ps, as
}

// Krippendorff returns Krippendorff's α with the interval metric. Each unit, such as a response,
// has the values that judges gave it, of which some may be NaN; units with fewer than two others do
// not count. With m values of variance s² (m-1) in a unit, and n values of variance S² (n-1) in
// all,
//
//	α = 1 - Σ m·s² / (n·S²).
//
// It is 1 for full agreement, 0 for agreement by chance, and negative below that; NaN if all values
// are equal, and without any unit that counts.
//
// Source: K. Krippendorff, Content Analysis, 4th ed. (2019), chapter 12.
func Krippendorff(units [][]float64) float64 {
	var all []float64
	within := 0.0
	for _, u := range units {
		if values, _ := complete(u, u); len(values) > 1 {
			_, sd := MeanSD(values)
			all, within = append(all, values...), within+float64(len(values))*sd*sd
		}
	}
	_, sd := MeanSD(all)
	if !(sd > 0) {
		return math.NaN()
	}
	return 1 - within/(float64(len(all))*sd*sd)
}

// ICC returns the intraclass correlations for absolute agreement of Shrout and Fleiss's two-way
// random model: ICC(2,1), of a single judge's values, and ICC(2,k), of the mean of k judges'
// values. Each of n units has a value by each judge, in the order of the judges; units with a NaN
// or another number of values than the first do not count. With the mean squares R between units, C
// between judges and E of the residuals,
//
//	ICC(2,1) = (R-E) / (R + (k-1)·E + k·(C-E)/n),  ICC(2,k) = (R-E) / (R + (C-E)/n).
//
// They are at most 1, and NaN for fewer than two units or judges, if all values are equal, and if a
// denominator, an estimate of variance, is not above 0.
//
// Source: P. E. Shrout and J. L. Fleiss, Intraclass Correlations: Uses in Assessing Rater
// Reliability, Psychological Bulletin 86, 420-428 (1979).
func ICC(units [][]float64) (single, mean float64) {
	var rows, all []float64 // means of units, and values
	var columns [][]float64
	for _, u := range units {
		if values, _ := complete(u, u); len(values) != len(units[0]) || len(u) != len(units[0]) {
			continue
		}
		if columns == nil {
			columns = make([][]float64, len(u))
		}
		for j, x := range u {
			columns[j] = append(columns[j], x)
		}
		all, rows = append(all, u...), append(rows, stat.Mean(u, nil))
	}
	means := numbers.Map(columns, func(c []float64) float64 { return stat.Mean(c, nil) })
	n, k := float64(len(rows)), float64(len(columns))
	if n < 2 || k < 2 || constant(all) {
		return math.NaN(), math.NaN()
	}
	r, c := k*stat.Variance(rows, nil), n*stat.Variance(means, nil)
	e := (stat.Variance(all, nil)*(n*k-1) - r*(n-1) - c*(k-1)) / ((n - 1) * (k - 1))
	e = max(e, 0) // but for rounding
	of := func(total float64) float64 {
		if total < 1e-12*(r+c+e) {
			return math.NaN()
		}
		return (r - e) / total
	}
	return of(r + (k-1)*e + k*(c-e)/n), of(r + (c-e)/n)
}
