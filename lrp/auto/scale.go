package auto

import (
	"math"

	"gonum.org/v1/gonum/stat"
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

// blanksCount reports whether scores determine ratings and say that a question without an answer counts
// fully.
func (b *problem) blanksCount(h *hyper) bool {
	if b.Scores == nil {
		return false
	}
	zeros := b.regression(h, true)
	return zeros.noise <= b.regression(h, false).noise &&
		zeros.noise < determined*stat.StdDev(known(b.Ratings), nil)
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

// after returns the scale after a Bayesian linear regression of ratings on mean grades, as far as both
// are known. The variance of the noise is that of the residuals.
func (s scale) after(noise float64, ratings, means []float64) scale {
	var n, x1, x2, y1, xy, y2 float64
	for i, y := range ratings {
		if x := means[i] - 1; !math.IsNaN(x) && !math.IsNaN(y) {
			d := y - s.top - s.reach*x
			n, x1, x2, y1, xy, y2 = n+1, x1+x, x2+x*x, y1+d, xy+x*d, y2+d*d
		}
	}
	if n == 0 {
		return s
	}
	// d = t + r·x with the priors t ~ N(0, topSD²) and r ~ N(0, reachSD²).
	after, variance := s, noise*noise
	for range 3 {
		a, c, o := n/variance+1/(s.topSD*s.topSD), x2/variance+1/(s.reachSD*s.reachSD), x1/variance
		u, v, det := y1/variance, xy/variance, a*c-o*o
		t, r := (c*u-o*v)/det, (a*v-o*u)/det
		squares := y2 + n*t*t + r*r*x2 - 2*t*y1 - 2*r*xy + 2*t*r*x1
		variance = max(squares/n, minScaleNoise*minScaleNoise)
		after = scale{s.top + t, s.reach + r, math.Sqrt(c / det), math.Sqrt(a / det), math.Sqrt(variance)}
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
