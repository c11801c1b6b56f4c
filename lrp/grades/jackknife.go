package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// maxRefits is the number of respondents up to which a mode is found without each of them.
	maxRefits = 60
	// maxRefitted bounds the numbers in the covariances of all those fits: 256 MB. It matters for
	// keys with many hundred acceptable answers, each of which is an observation.
	maxRefitted = 1 << 25
)

// refits reports whether a mode is found without each of so many respondents.
func refits(respondents, observations int) bool {
	return respondents <= maxRefits && respondents*observations*observations <= maxRefitted
}

func (b *problem) refits() bool { return refits(len(b.ratings), b.observations()) }

// leftOut is the fit without one respondent. Its score is how many standard deviations the
// respondent's rating is from the prediction.
type leftOut struct {
	*exact
	score float64
}

// refit finds the mode without each respondent.
func (b *problem) refit(h *hyper, m *mode) ([]*mode, error) {
	left := make([]*mode, len(b.ratings))
	for i := range b.ratings {
		others := b.withoutRespondent(i)
		var err error
		if left[i], err = others.findMode(h, others.copyOf(h, m.point), tolRefit); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// leftOut returns the fits with these modes.
func (b *problem) leftOut(h *hyper, modes []*mode) []leftOut {
	left := make([]leftOut, len(b.ratings))
	for i, y := range b.ratings {
		m := modes[i]
		variance := max(0, 1/m.covariance.precision(i)-ignoredVariance) + h.Noise*h.Noise
		score := math.Abs(y-m.fitted[i]) / math.Sqrt(variance)
		left[i] = leftOut{newExact(b.withoutRespondent(i), h, m), score}
	}
	return left
}

// linearScores returns the leave-one-out errors of the model linearised at the mode, in their
// standard deviations: |e_i|/sd(e_i) = |α_i|/√(C⁻¹)_ii with e_i = α_i/(C⁻¹)_ii and
// Var(e_i) = 1/(C⁻¹)_ii.
//
// Source: Rasmussen and Williams 2006, section 5.4.2.
func (b *problem) linearScores(m *mode) []float64 {
	scores := m.covariance.precisions()[:len(b.ratings)]
	for i, precision := range scores {
		scores[i] = math.Abs(m.alpha[i]) / math.Sqrt(precision)
	}
	return scores
}

// interval returns the prediction interval of [Fitted.Predict].
func (f *Fitted) interval(r gradedResponses, level float64) (lo, hi float64) {
	middle := f.ratingOf(r)
	if f.uncertainty != nil {
		half := f.factor(level) * f.uncertainty.deviation(f, r)
		return clip(middle - half), clip(middle + half)
	}
	q := f.exact.query(f, r, f.exact.newQuery())
	if !f.jackknife(level) {
		half := f.factor(level) * f.exact.deviationAt(f, r, q)
		return clip(middle - half), clip(middle + half)
	}
	down, up := make([]float64, len(f.left)), make([]float64, len(f.left))
	for i, l := range f.left {
		s := l.grades(q)
		middle, half := l.rating(s.mean)+s.added, l.score*l.deviationAt(f, s, q)
		down[i], up[i] = half-middle, middle+half
	}
	slices.Sort(down)
	slices.Sort(up)
	k := quantileRank(len(f.left), level)
	return clip(min(-down[k-1], middle)), clip(max(up[k-1], middle))
}

// jackknife reports whether intervals of the level come from the fits without each respondent.
func (f *Fitted) jackknife(level float64) bool {
	return len(f.left) > 0 && quantileRank(len(f.left), level) <= len(f.left)
}

// quantileRank returns ⌈(n+1)·level⌉, and at least 1.
func quantileRank(n int, level float64) int {
	return max(1, int(math.Ceil(float64(n+1)*level)))
}

// factor returns how many standard deviations an interval extends to each side.
func (f *Fitted) factor(level float64) float64 {
	n := len(f.scores)
	if k := quantileRank(n, level); k <= n {
		return f.scores[k-1]
	}
	gauss := distuv.UnitNormal.Quantile((1 + level) / 2)
	if n == 0 {
		return gauss
	}
	return max(gauss, f.scores[n-1])
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
