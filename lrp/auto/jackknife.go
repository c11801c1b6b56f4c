package auto

import (
	"context"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/internal/parallel"
)

const (
	// maxRefits is the number of respondents up to which all is chosen anew without parts of them.
	maxRefits = 60
	// maxRefitted bounds the numbers in the covariances of so many fits: 256 MB. It matters for
	// keys with many hundred acceptable answers, each of which is an observation.
	maxRefitted = 1 << 25
	// maxParts is the number of parts that are left out. More parts take more time; of fewer the
	// errors are too large, as they leave fewer respondents to choose by.
	maxParts = 6
)

// refits reports whether all is chosen anew without parts of so many respondents.
func refits(respondents, observations int) bool {
	return respondents <= maxRefits && respondents*observations*observations <= maxRefitted
}

func (b *problem) refits() bool {
	return refits(len(b.Ratings), len(b.rated.respondents)+len(b.answers))
}

// part is a part of the respondents with the fit to everybody whose structure and hyper-parameters
// were chosen without the part.
type part struct {
	fit *Fitted // without the functions of the texts
	// scores say by how many standard deviations the ratings in the part differ from predictions by
	// the others.
	scores []float64
	// slopes are the calibration slopes of these predictions, which were chosen by the others too.
	slopes []float64
}

// leaveOut returns the parts of a training set whose mode is m, with the choices without each of
// them. Parts whose choices are the same, except for the slope, are merged into one.
func (p *Prepared) leaveOut(b *problem, h *hyper, m *mode, choices []*hyper) ([]part, error) {
	var parts []part
	for k, choice := range choices {
		if !b.rates(k, len(choices)) {
			continue
		}
		b.computeKernels(choice)
		same := slices.IndexFunc(parts, func(x part) bool { return x.fit.hyper.like(choice) })
		if same < 0 {
			same = len(parts)
			all := m
			if !choice.like(h) {
				var err error
				if all, err = b.findMode(choice, b.priorMean(choice), tolRefit); err != nil {
					return nil, err
				}
			}
			parts = append(parts, part{fit: p.bare(b, choice, all)})
		}
		x := &parts[same]
		var left unseen
		if err := b.predictWithout(&left, choice, k, len(choices), tolRefit); err != nil {
			return nil, err
		}
		c := choice.calibration(b.Ratings)
		for _, score := range left.scores(c) {
			x.scores, x.slopes = append(x.scores, score), append(x.slopes, c.slope)
		}
	}
	return parts, nil
}

// rates reports whether anybody in part k of n has a rating.
func (b *problem) rates(k, n int) bool {
	for i := k; i < len(b.Ratings); i += n {
		if !math.IsNaN(b.Ratings[i]) {
			return true
		}
	}
	return false
}

// bare returns the fit with a mode, without the functions of the texts.
func (p *Prepared) bare(b *problem, h *hyper, m *mode) *Fitted {
	return &Fitted{
		prepared: p, hyper: h, points: b.points, coefficients: m.coefficients, exact: newExact(b, h, m),
		converged: m.converged, calibration: h.calibration(b.Ratings),
	}
}

// chooseWithout leaves out one part of the respondents after the other, and returns the
// hyper-parameters that the others choose. Part k is respondent k and every sixth one after it.
func (p *Prepared) chooseWithout(b *problem) ([]*hyper, error) {
	choices := make([]*hyper, min(maxParts, len(b.Ratings)))
	err := parallel.Do(
		context.Background(), runtime.GOMAXPROCS(0), len(choices), func(k int) (err error) {
			others := p.newProblem(b.leaving(func(i int) bool { return i%len(choices) == k }))
			choices[k], err = p.chooseHyper(others, others.Training)
			return err
		}, nil)
	return choices, err
}

// unseen are the ratings of respondents with their predictions by fits that have not seen them, as
// they are before calibration, and the standard deviations of these.
type unseen struct{ ratings, predicted, deviations []float64 }

// scores returns how many standard deviations the ratings are from the predictions.
func (u *unseen) scores(c calibration) []float64 {
	scores := make([]float64, len(u.ratings))
	for i, y := range u.ratings {
		scores[i] = math.Abs(y-c.of(u.predicted[i])) / u.deviations[i]
	}
	return scores
}

// predictWithout adds part k of n respondents by a fit to the others. Kernels are those of the
// hyper-parameters.
func (b *problem) predictWithout(left *unseen, h *hyper, k, n int, tol float64) error {
	others := b.without(h, func(i int) bool { return i%n == k })
	m, err := others.findMode(h, others.priorMean(h), tol)
	if err != nil {
		return err
	}
	f := b.prepared.bare(others, h, m)
	q := f.exact.newQuery()
	for i, y := range b.Ratings {
		if i%n != k || math.IsNaN(y) || !b.member[i] {
			continue
		}
		r := gradedResponses{docs: b.Responses[i], texts: b.prepared.encode(b.Responses[i])}
		if b.people != nil {
			r.whole = b.people.unseen[b.row[i]]
			r.whole.ability = b.prepared.ability(r.texts)
		}
		r = f.exact.grades(f, f.exact.query(f, r, q))
		left.ratings = append(left.ratings, y)
		left.predicted = append(left.predicted, f.atMode(r))
		left.deviations = append(left.deviations, f.exact.deviationAt(f, r, q))
	}
	return nil
}

// calibration returns that of score i.
func (x *part) calibration(i int) calibration {
	return calibration{x.fit.calibration.mean, x.slopes[i]}
}

// interval returns the prediction interval of [Fitted.Predict].
func (f *Fitted) interval(r gradedResponses, level float64) (lo, hi float64) {
	lo, hi = f.rawInterval(r, level)
	return f.grid.shrink(lo, hi, f.ratingOf(r))
}

// rawInterval returns the interval before its ends are moved to the grid of the ratings.
func (f *Fitted) rawInterval(r gradedResponses, level float64) (lo, hi float64) {
	middle := f.ratingOf(r)
	q := f.exact.newQuery()
	if !f.jackknife(level) {
		half := f.factor(level) * f.exact.deviationAt(f, r, f.exact.query(f, r, q))
		return within(middle-half, middle+half, middle)
	}
	down, up := make([]float64, 0, len(f.scores)), make([]float64, 0, len(f.scores))
	for _, x := range f.parts {
		e := x.fit.exact
		s := e.grades(x.fit, e.query(x.fit, r, q))
		raw, deviation := x.fit.atMode(s), e.deviationAt(x.fit, s, q)
		for i, score := range x.scores {
			middle := x.calibration(i).of(raw)
			down, up = append(down, score*deviation-middle), append(up, middle+score*deviation)
		}
	}
	slices.Sort(down)
	slices.Sort(up)
	below, _ := quantile(down, level)
	above, _ := quantile(up, level)
	return within(min(-below, middle), max(above, middle), middle)
}

// jackknife reports whether intervals of the level come from fits chosen without parts.
func (f *Fitted) jackknife(level float64) bool {
	_, enough := quantile(f.scores, level)
	return enough && len(f.parts) > 0
}

// quantile returns the (n+1)·level-th smallest of n ascending values, interpolated where that is
// between two. There are not enough values if it is beyond the largest.
func quantile(values []float64, level float64) (q float64, enough bool) {
	rank := float64(len(values)+1) * level
	if rank > float64(len(values))+1e-9 {
		return 0, false
	}
	below := min(max(1, int(rank)), len(values))
	above := min(below+1, len(values))
	share := max(0, rank-float64(below))
	return values[below-1] + share*(values[above-1]-values[below-1]), true
}

// factor returns how many standard deviations an interval extends to each side.
func (f *Fitted) factor(level float64) float64 {
	if q, enough := quantile(f.scores, level); enough {
		return q
	}
	gauss := distuv.UnitNormal.Quantile((1 + level) / 2)
	if len(f.scores) == 0 {
		return gauss
	}
	return max(gauss, f.scores[len(f.scores)-1])
}

// within returns the ends of an interval in [0,1]. If the prediction is outside, the interval moves
// there with it: cut off instead, it would often be a point.
func within(lo, hi, prediction float64) (float64, float64) {
	by := clip(prediction) - prediction
	return clip(lo + by), clip(hi + by)
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
