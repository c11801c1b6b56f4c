// Package stats has the statistics of repeated train/test splits, tests of paired differences, and
// measures of agreement between grades.
//
// The trials of an evaluation draw their training parts from the same respondents, so their
// errors are correlated and the usual t interval over trials is far too narrow: with enough
// trials it makes any difference significant. The corrected resampled t statistic of Nadeau
// and Bengio widens the variance of the mean by the overlap: [CorrectedInterval] for a mean, [CorrectedT] for a
// difference. [PooledInterval] and [PooledT] are for respondents who are each predicted once, [Wilcoxon] makes no
// assumption of normality, and [Holm] adjusts for the number of tests. [Accuracy], [QuadraticKappa] and [Pearson] compare
// grades. docs/statistics.md tells which is used where.
//
//	C. Nadeau and Y. Bengio. Inference for the Generalization Error.
//	Machine Learning 52, 239-281 (2003), section 3.
//	R. R. Bouckaert and E. Frank. Evaluating the Replicability of Significance Tests for
//	Comparing Learning Algorithms. PAKDD 2004.
package stats

import "math"

// MeanSD returns the mean of values and their standard deviation with n-1 in the denominator.
// The mean of no values and the spread of fewer than two are NaN.
func MeanSD(values []float64) (mean, sd float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	for _, v := range values {
		mean += v
	}
	mean /= n
	if n < 2 {
		return mean, math.NaN()
	}
	var squares, rest float64
	for _, v := range values {
		d := v - mean
		squares += d * d
		rest += d
	}
	// rest is zero but for rounding; taking it off keeps a constant's spread at zero.
	return mean, math.Sqrt(math.Max(0, squares-rest*rest/n) / (n - 1))
}

// CorrectedInterval returns the 95% interval of the mean of values, one value a trial, each
// trial with nTrain and nTest respondents, by the corrected resampled t statistic. It is NaN
// for fewer than two trials and where nTrain or nTest is not positive.
func CorrectedInterval(values []float64, nTrain, nTest int) (lo, hi float64) {
	return CorrectedEstimate(values, nTrain, nTest).Interval()
}

// CorrectedT tests whether the mean of diffs, the paired differences of two approaches over
// the same trials, is zero: it returns the corrected resampled t statistic and its two-sided
// p value, with len(diffs)-1 degrees of freedom. Both are NaN for fewer than two trials and
// where nTrain or nTest is not positive. Differences that are all zero have t 0 and p 1;
// a constant difference other than zero has an infinite t and p 0.
func CorrectedT(diffs []float64, nTrain, nTest int) (t, p float64) {
	return CorrectedEstimate(diffs, nTrain, nTest).T()
}
