package auto

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

// remainder is what grades do not explain of the ratings of respondents all of whose answers have
// scores: with x_i their mean grades less 1 by the scores of others alone, it is the Gaussian
// process
//
//	y_i = top + reach·x_i + h(i) + ε_i,     B = topSD² + reachSD²·x·xᵀ + K' + Noise²
//
// where K' is the kernel of h. Grades that are not known from scores shrink, questions without an
// answer may count for some and not for others, and the answers of one person say something about
// each other, so top, reach and h are not those that their own scores would give.
type remainder struct {
	of       []int // the respondents
	x, gamma []float64
	factor   *cholesky // of B
	scale    scale     // before
	before   []float64 // gamma of the mode
	linearly bool      // whether the variance of h is explained by ratings observed
}

// loose is the standard deviation of reach before, as a share of it.
const loose = 0.03

// remainder returns the remainder of the respondents whose mean grades are known; unknown ones are
// NaN.
func (b *problem) remainder(h *hyper, m *mode, means []float64) (*remainder, error) {
	r := &remainder{before: slices.Clone(m.gamma), linearly: len(b.observed) > 0}
	r.scale = scale{top: m.top, reach: m.reach, topSD: h.Top * .1, reachSD: loose * m.reach}
	for i, mean := range means {
		if !math.IsNaN(mean) {
			r.of, r.x = append(r.of, i), append(r.x, mean-1)
			e := b.Ratings[i] - r.scale.top - r.scale.reach*(mean-1) - m.whole[i]
			if b.people != nil {
				e -= b.people.mean(h, i)
			}
			r.gamma = append(r.gamma, e)
		}
	}
	r.factor = newCholesky(len(r.of))
	var kernel []float64
	if b.people != nil {
		kernel = b.people.kernelOf(h)
	}
	for k, i := range r.of {
		row := r.factor.row(k)
		for l, other := range r.of[k:] {
			row[l] = r.linear(r.x[k], r.x[k+l])
			if kernel != nil {
				row[l] += kernel[i*len(b.Ratings)+other]
			}
		}
		row[0] += h.Noise * h.Noise
	}
	if len(r.of) > 0 && !r.factor.factorise() {
		return nil, errNotPositive
	}
	if len(r.of) > 0 {
		r.factor.solve(r.gamma)
	}
	return r, nil
}

// linear returns the part of B that depends on top and reach.
func (r *remainder) linear(x, z float64) float64 {
	return r.scale.topSD*r.scale.topSD + r.scale.reachSD*r.scale.reachSD*x*z
}

// errors returns the leave-one-out errors.
func (r *remainder) errors() []float64 {
	if len(r.of) == 0 {
		return nil
	}
	errors := r.factor.precisions()
	for k, p := range errors {
		errors[k] = r.gamma[k] / p
	}
	return errors
}

// apply sets top, reach and gamma of a mode.
func (r *remainder) apply(m *mode) {
	for k, i := range r.of {
		m.top += r.scale.topSD * r.scale.topSD * r.gamma[k]
		m.reach += r.scale.reachSD * r.scale.reachSD * r.gamma[k] * r.x[k]
		m.gamma[i] += r.gamma[k]
	}
}

// variance returns what the respondents leave of the variance of top, reach and h for another one
// with the mean grade and these kernels with all respondents, beyond the variance of h.
func (r *remainder) variance(meanGrade float64, kernel []float64) float64 {
	if r.linearly {
		kernel = nil
	}
	x := meanGrade - 1
	k := make([]float64, len(r.of))
	for l, i := range r.of {
		k[l] = r.linear(x, r.x[l])
		if kernel != nil {
			k[l] += kernel[i]
		}
	}
	r.factor.whiten(k)
	return r.linear(x, x) - dense.Dot(k, k)
}
