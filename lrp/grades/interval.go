package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/features/text"
)

// mostRefits is the number of training respondents up to which each is left out in earnest.
const mostRefits = 60

// leaveOneOutScores returns for each training respondent how many standard deviations the rating is from
// its prediction by the others, ascending.
func (b *problem) leaveOneOutScores(h Hyper, m *mode) ([]float64, error) {
	score := b.linearScore
	if len(b.ratings) <= mostRefits {
		score = b.refittedScore
	}
	scores, err := score(h, m)
	slices.Sort(scores)
	return scores, err
}

// refittedScore finds the mode again without each respondent.
func (b *problem) refittedScore(h Hyper, m *mode) ([]float64, error) {
	scores := make([]float64, len(b.ratings))
	for i, y := range b.ratings {
		rest := *b
		rest.without = i
		r, err := rest.climb(h, rest.at(h, m.beta, m.c0, m.c1), precisely)
		if err != nil {
			return nil, err
		}
		precision, err := r.precision()
		if err != nil {
			return nil, err
		}
		variance := max(0, 1/precision[i]-unseen) + h.Noise*h.Noise
		scores[i] = math.Abs(y-r.fitted[i]) / math.Sqrt(variance)
	}
	return scores, nil
}

// linearScore is |α_i| / sqrt((C⁻¹)_ii), of the model linearised at the mode: C is the covariance of the
// observations and α = C⁻¹ r (Rasmussen and Williams 2006, section 5.4.2).
func (b *problem) linearScore(_ Hyper, m *mode) ([]float64, error) {
	precision, err := m.precision()
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(b.ratings))
	for i := range scores {
		scores[i] = math.Abs(m.alpha[i]) / math.Sqrt(precision[i])
	}
	return scores, nil
}

// Interval returns an interval that holds the rating with the given probability: the prediction plus and minus
// k standard deviations, cut to [0,1]. The factor k is the ⌈(n+1)·level⌉-th smallest of the training respondents'
// leave-one-out scores, as in conformal prediction, so that the interval is right on average even where the
// model's deviations are too small or too large. With too few respondents for that it is
// the Gaussian quantile, or the largest score if that is larger.
//
// See V. Vovk, A. Gammerman and G. Shafer, Algorithmic Learning in a Random World, 2005; R. F. Barber et al., Predictive inference
// with the jackknife+, Annals of Statistics 49, 2021.
func (f *Fitted) Interval(responses []*text.Doc, level float64) (lo, hi float64) {
	r := f.read(responses)
	middle := f.c0 + f.c1*r.average
	half := f.factor(level) * f.spread.deviation(f, r)
	return clip(middle - half), clip(middle + half)
}

// factor returns how many standard deviations an interval goes to each side.
func (f *Fitted) factor(level float64) float64 {
	n := len(f.scores)
	if k := int(math.Ceil(float64(n+1) * level)); k <= n {
		return f.scores[max(k, 1)-1]
	}
	gauss := distuv.UnitNormal.Quantile((1 + level) / 2)
	if n == 0 {
		return gauss
	}
	return max(gauss, f.scores[n-1])
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
