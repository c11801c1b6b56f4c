package auto

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/numbers"
)

// scale is the prior of the map from mean grades to ratings: the means and standard deviations of
// top and reach, and the standard deviation of ratings about it. The respondents all of whose
// answers have scores tell much about it.
type scale struct{ top, reach, topSD, reachSD, noise float64 }

const (
	// wideReach is the standard deviation of reach before scores say anything about it.
	wideReach = 1.0
	// minScaleNoise is the lowest standard deviation of a rating about the one given by its scores.
	minScaleNoise = 0.002
)

// scaleFor returns the scale by the ratings and scores of the members. A question without an answer
// and without a score may be worth nothing, or may not count: what fits the ratings better.
func (b *problem) scaleFor(h *hyper) scale {
	if b.Scores == nil {
		return scale{1, 1, h.Top, h.Reach, math.Inf(1)}
	}
	s, zeros := b.regression(h, false), b.regression(h, true)
	if zeros.noise < s.noise {
		return zeros
	}
	return s
}

// blanksCount reports whether scores determine ratings and say that a question without an answer
// counts fully.
func (b *problem) blanksCount(h *hyper) bool {
	if b.Scores == nil {
		return false
	}
	zeros := b.regression(h, true)
	return zeros.noise <= b.regression(h, false).noise &&
		zeros.noise < determined*stat.StdDev(numbers.Known(b.Ratings), nil)
}

// regression returns the scale by the means of the members' scores.
func (b *problem) regression(h *hyper, zeros bool) scale {
	means := make([]float64, len(b.Ratings))
	for i := range means {
		if means[i] = math.NaN(); b.member[i] && b.isComplete(i) {
			means[i] = b.meanScore(b.Scores[i], zeros)
		}
	}
	return scale{1, 1, h.Top, wideReach, math.Inf(1)}.after(h.Noise, b.Ratings, means)
}

// after returns the scale after a Bayesian linear regression of ratings on mean grades, as far as
// both are known. The variance of the noise is that of the residuals.
func (s scale) after(noise float64, ratings, means []float64) scale {
	// Each respondent has a distance d of the rating from what the scale predicts, and a distance x
	// of the mean grade from 1.
	var count, sumX, sumXX, sumD, sumXD, sumDD float64
	for i, rating := range ratings {
		x := means[i] - 1
		if math.IsNaN(x) || math.IsNaN(rating) {
			continue
		}
		d := rating - s.top - s.reach*x
		count++
		sumX += x
		sumXX += x * x
		sumD += d
		sumXD += x * d
		sumDD += d * d
	}
	if count == 0 {
		return s
	}
	// d = top + reach·x with the priors top ~ N(0, topSD²) and reach ~ N(0, reachSD²): the
	// posterior has these precisions, of which shared is the one off the diagonal.
	after, variance := s, noise*noise
	for range 3 {
		topPrecision := count/variance + 1/(s.topSD*s.topSD)
		reachPrecision := sumXX/variance + 1/(s.reachSD*s.reachSD)
		shared := sumX / variance
		determinant := topPrecision*reachPrecision - shared*shared
		topEvidence, reachEvidence := sumD/variance, sumXD/variance
		top := (reachPrecision*topEvidence - shared*reachEvidence) / determinant
		reach := (topPrecision*reachEvidence - shared*topEvidence) / determinant
		squares := sumDD + count*top*top + reach*reach*sumXX - 2*top*sumD - 2*reach*sumXD +
			2*top*reach*sumX
		variance = max(squares/count, minScaleNoise*minScaleNoise)
		after = scale{
			top: s.top + top, topSD: math.Sqrt(reachPrecision / determinant),
			reach: s.reach + reach, reachSD: math.Sqrt(topPrecision / determinant),
			noise: math.Sqrt(variance),
		}
	}
	return after
}

// meanScore returns the mean of scores, weighted by what questions count. Unknown scores count as
// zeros or do not count.
func (b *problem) meanScore(scores []float64, zeros bool) float64 {
	var sum, n float64
	for j, s := range scores {
		points := pointsOf(b.points, j)
		if !math.IsNaN(s) {
			sum += points * s
		}
		if zeros || !math.IsNaN(s) {
			n += points
		}
	}
	return sum / n
}
