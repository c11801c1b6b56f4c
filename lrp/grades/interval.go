package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/features/text"
)

const (
	// mostRefits is the number of training respondents up to which each is left out in earnest.
	mostRefits = 60
	// mostRefitted bounds the numbers in the covariances of all those fits, 256 MB. It matters for keys of many hundred
	// acceptable answers, each of which is an observation.
	mostRefitted = 1 << 25
)

// refits reports whether each of so many training respondents, who are observations as the acceptable answers are, is left
// out in earnest.
func refits(respondents, observations int) bool {
	return respondents <= mostRefits && respondents*observations*observations <= mostRefitted
}

func (b *problem) refits() bool { return refits(len(b.ratings), b.observations()) }

// leftOut is the fit without one training respondent.
type leftOut struct {
	*exact
	score float64
}

// refit finds the mode again without each respondent.
func (b *problem) refit(h Hyper, m *mode) ([]*mode, error) {
	left := make([]*mode, len(b.ratings))
	for i := range b.ratings {
		rest := b.leaving(i)
		var err error
		if left[i], err = rest.climb(h, rest.copyOf(h, m.state), precisely); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// leaving is the problem without respondent i.
func (b *problem) leaving(i int) *problem {
	rest := *b
	rest.without = i
	return &rest
}

// leftOut returns the fits that have found these modes, with how many standard deviations each respondent's rating is from
// its prediction by the others.
func (b *problem) leftOut(h Hyper, modes []*mode) []leftOut {
	left := make([]leftOut, len(b.ratings))
	for i, y := range b.ratings {
		m := modes[i]
		variance := max(0, 1/m.covariance.precision(i)-unseen) + h.Noise*h.Noise
		left[i] = leftOut{newExact(b.leaving(i), h, m), math.Abs(y-m.fitted[i]) / math.Sqrt(variance)}
	}
	return left
}

// linearScores are |α_i| / sqrt((C⁻¹)_ii), of the model linearised at the mode: C is the covariance of the
// observations and α = C⁻¹ r (Rasmussen and Williams 2006, section 5.4.2).
func (b *problem) linearScores(m *mode) []float64 {
	scores := m.covariance.precisions()[:len(b.ratings)]
	for i, precision := range scores {
		scores[i] = math.Abs(m.alpha[i]) / math.Sqrt(precision)
	}
	return scores
}

// Interval returns an interval that holds the rating with the given probability, cut to [0,1].
//
// With few respondents it is the jackknife+ of Barber et al., with errors in standard deviations: by the fits without
// each training respondent i the new one has the prediction μ_i and standard deviation d_i, and i's own
// rating is s_i deviations from its prediction. The interval goes to the ⌈(n+1)·level⌉-th smallest of μ_i + s_i d_i, and as far down.
// With many it is the prediction plus and minus as many deviations as the ⌈(n+1)·level⌉-th smallest of the leave-one-out
// scores (or of those of respondents held out), as in conformal prediction. Both are right on average even
// where the model's deviations are not. With too few respondents for the level they are replaced by the
// Gaussian quantile, or the largest score if that is larger.
//
// See R. F. Barber, E. J. Candès, A. Ramdas and R. J. Tibshirani, Predictive inference with the jackknife+, Annals of
// Statistics 49, 2021; V. Vovk, A. Gammerman and G. Shafer, Algorithmic Learning in a Random World, 2005.
func (f *Fitted) Interval(responses []*text.Doc, level float64) (lo, hi float64) {
	return f.interval(f.read(responses), level)
}

// RatingAndInterval is [Fitted.Rating] and [Fitted.Interval] at the cost of reading the responses once.
func (f *Fitted) RatingAndInterval(responses []*text.Doc, level float64) (rating float64, grades []float64, lo, hi float64) {
	r := f.read(responses)
	lo, hi = f.interval(r, level)
	return f.rating(r.average), r.grades, lo, hi
}

func (f *Fitted) interval(r reading, level float64) (lo, hi float64) {
	middle := f.rating(r.average)
	if f.spread != nil {
		half := f.factor(level) * f.spread.deviation(f, r)
		return clip(middle - half), clip(middle + half)
	}
	q := f.exact.query(f, r.texts, f.exact.newQuery())
	if !f.jackknife(level) {
		half := f.factor(level) * f.exact.deviationBy(f, r, q)
		return clip(middle - half), clip(middle + half)
	}
	down, up := make([]float64, len(f.left)), make([]float64, len(f.left))
	for i, l := range f.left {
		s := l.read(q)
		middle, half := l.rating(s.average), l.score*l.deviationBy(f, s, q)
		down[i], up[i] = half-middle, middle+half
	}
	slices.Sort(down)
	slices.Sort(up)
	k := rank(len(f.left), level)
	return clip(min(-down[k-1], middle)), clip(max(up[k-1], middle))
}

// jackknife reports whether intervals of the level come from the fits without each respondent.
func (f *Fitted) jackknife(level float64) bool {
	return len(f.left) > 0 && rank(len(f.left), level) <= len(f.left)
}

// rank returns ⌈(n+1)·level⌉, but at least 1.
func rank(n int, level float64) int { return max(1, int(math.Ceil(float64(n+1)*level))) }

// factor returns how many standard deviations an interval goes to each side.
func (f *Fitted) factor(level float64) float64 {
	n := len(f.scores)
	if k := rank(n, level); k <= n {
		return f.scores[k-1]
	}
	gauss := distuv.UnitNormal.Quantile((1 + level) / 2)
	if n == 0 {
		return gauss
	}
	return max(gauss, f.scores[n-1])
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
