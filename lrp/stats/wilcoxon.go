package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/internal/numbers"
)

// maxExact is the number of differences up to which the distribution is enumerated, maxExactTied
// that of those with ties or zeros among them. Its counts, at most 2^maxExact, are exact in a
// float64. Both numbers are scipy's.
const (
	maxExact     = 50
	maxExactTied = 13
)

// Wilcoxon is the two-sided signed-rank test of whether paired differences are distributed
// symmetrically about 0. The absolute differences are ranked, ties by their mean rank, and w is the
// smaller rank sum of positive and of negative differences,
//
//	w = min(Σ rank|d| over d > 0, Σ rank|d| over d < 0).
//
// Zeros are discarded before ranking (Wilcoxon's rule, scipy's zero_method="wilcox"). For at most
// 50 differences without zeros and ties, and for at most 13 with them, p is exact: twice the share
// of the 2^n choices of signs that give w or less. Otherwise p is that of the normal approximation
// for the n differences left,
//
//	z = (w - n(n+1)/4 + 1/2) / √(n(n+1)(2n+1)/24 - Σ(t³-t)/48),
//
// where t are the sizes of groups of ties and 1/2 corrects for continuity. p is at most 1.
//
// If all differences are 0, w is 0 and p is 1. If there are none, or one is NaN, both are NaN.
//
// Sources: F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 80-83
// (1945); W. J. Conover, Practical Nonparametric Statistics, 3rd ed. (1999), section 5.7.
func Wilcoxon(diffs []float64) (w, p float64) {
	if len(diffs) == 0 || slices.ContainsFunc(diffs, math.IsNaN) {
		return math.NaN(), math.NaN()
	}
	left := slices.DeleteFunc(slices.Clone(diffs), func(d float64) bool { return d == 0 })
	if len(left) == 0 {
		return 0, 1
	}
	w, ties, ranks := signedRanks(left)
	n := len(left)
	if n <= maxExactTied || n == len(diffs) && n <= maxExact && ties == 0 {
		return w, min(1, 2*signedRankCDF(ranks, w))
	}
	m := float64(n)
	variance := m*(m+1)*(2*m+1)/24 - ties/48
	// w is at most its mean, and the continuity correction must not take it beyond.
	z := min(0, w-m*(m+1)/4+.5) / math.Sqrt(variance)
	return w, min(1, 2*distuv.UnitNormal.CDF(z))
}

// signedRanks ranks differences other than 0 by size. It returns the smaller rank sum, Σ(t³-t) over
// the sizes t of the groups of ties, and the ranks.
func signedRanks(diffs []float64) (w, ties float64, ranks []float64) {
	sizes := numbers.Map(diffs, math.Abs)
	ranks = numbers.Ranks(sizes)
	count := make(map[float64]float64, len(ranks)) // differences by rank
	for _, r := range ranks {
		count[r]++
	}
	var positive, negative float64
	for i, r := range ranks {
		if diffs[i] > 0 {
			positive += r
		} else {
			negative += r
		}
		t := count[r]
		ties += t*t - 1 // t times per group
	}
	return min(positive, negative), ties, ranks
}

// signedRankCDF returns the probability that the sum of a random subset of the ranks, which are
// whole or half numbers, is at most w.
func signedRankCDF(ranks []float64, w float64) float64 {
	ways := make([]float64, int(2*w)+1) // the number of sets of ranks with each half of a sum
	ways[0] = 1
	for _, rank := range ranks {
		for sum := len(ways) - 1; sum >= int(2*rank); sum-- {
			ways[sum] += ways[sum-int(2*rank)]
		}
	}
	total := 0.0
	for _, x := range ways {
		total += x
	}
	return math.Ldexp(total, -len(ranks))
}
