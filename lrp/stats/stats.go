// Package stats implements the statistics of repeated train/test splits, tests of paired
// differences, and measures of agreement between grades.
//
// The trials of an evaluation draw their training sets from the same respondents, so their errors
// are correlated and the usual t interval over trials is far too narrow: with enough trials it
// makes any difference significant. The corrected resampled t statistic of Nadeau and Bengio widens
// the variance of the mean by the overlap ([CorrectedEstimate]). [PooledInterval] is for
// respondents who are predicted once each. [Wilcoxon] does not assume normality, and [Holm]
// adjusts for the number of tests. [Accuracy], [QuadraticKappa] and [Pearson] compare grades, and
// [Krippendorff] and [ICC] those of several judges. docs/statistics.md says where each is used.
//
// Sources: C. Nadeau and Y. Bengio, Inference for the Generalization Error, Machine Learning 52,
// 239-281 (2003), section 3; R. R. Bouckaert and E. Frank, Evaluating the Replicability of
// Significance Tests for Comparing Learning Algorithms, PAKDD 2004.
package stats

import "math"

// MeanSD returns the mean of values and their standard deviation with n-1 in the denominator. The
// mean of no values and the standard deviation of fewer than two are NaN.
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
	var squares, sum float64
	for _, v := range values {
		d := v - mean
		squares += d * d
		sum += d
	}
	// The sum of deviations is 0 up to rounding. Correcting for it makes equal values have sd 0.
	return mean, math.Sqrt(math.Max(0, squares-sum*sum/n) / (n - 1))
}
