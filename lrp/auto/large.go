package auto

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// An exact fit takes time that grows with the cube of the number of respondents. If there are more
// than maxExact, it takes so many of them, evenly spaced. A second step then fits the weights w_q
// of the n-grams in f_q anew to all respondents, and leaves the rest of the model as it is. It
// minimises
//
//	½ [Σ_i (y_i - ŷ_i)²/Noise² + Σ_a (s_a - σ(g(a)))²/v_a + Σ_q |w_q|²/Grams]
//
// where s_a are the scores of texts, 1 for acceptable answers, with the variance v_a, and the
// ratings are those of respondents who have not scores for all answers. They are found by
// Gauss-Newton steps, each a ridge regression of what the ratings and scores differ by, solved by
// conjugate gradients.
//
// Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006, sections 5.1 and
// 10.3.

const (
	// maxHeldOut bounds the respondents of a large training set, otherwise a tenth of it, that a
	// first fit leaves out to see how far predictions are from ratings.
	maxHeldOut = 1000
	// maxRidges bounds the Gauss-Newton steps, and maxGradients the iterations for each.
	maxRidges, maxGradients = 8, 60
	// enoughGain is the share of the objective that a further step has to gain.
	enoughGain = 1e-3
	// smallGradient is the share of the gradient that the iterations leave.
	smallGradient = 0.02
)

// large is what determines the weights of n-grams by many respondents.
type large struct {
	*problem // of all of them
	fit      *Fitted
	*mode              // whose grades follow from the weights; without a system
	rest     []float64 // by node: g - m without the n-grams
}

func (f *Fitted) newLarge(t Training) *large {
	b := f.prepared.newProblem(t)
	b.points, b.keepPoints = f.points, true
	b.weigh(f.hyper.Skipped)
	b.scale = scale{f.top, f.reach, 1, 1, math.Inf(1)}
	l := &large{problem: b, fit: f, mode: &mode{point: b.newPoint(), slope: b.newNodeValues()}}
	l.top, l.reach = f.top, f.reach
	parallel.EachOf(len(t.Responses), rowsAtOnce, func(i int) {
		_, l.whole[i] = f.asWhole(t.Responses[i], f.prepared.encode(t.Responses[i]))
	})
	grams := l.weights()
	for _, of := range f.functions {
		clear(of.Grams)
	}
	l.eachText(func(j, k int, t *encodedText) {
		l.latent.of[j][k] = f.logit(j, t) - b.means.of[j][k]
	})
	l.rest = slices.Clone(l.latent.all)
	l.keep(grams)
	return l
}

// eachText calls do with every node and its text concurrently, question by question.
func (l *large) eachText(do func(j, k int, t *encodedText)) {
	parallel.EachOf(len(l.nodes), 1, func(j int) {
		for k, t := range l.nodes[j].texts {
			do(j, k, t)
		}
	})
}

// zeros returns a zero for each n-gram of each question.
func (l *large) zeros() nodeValues {
	sizes := numbers.Map(l.nodes, func(n *nodes) int { return n.question.grams.size })
	return newValues(sizes)
}

// weights returns those of the n-grams in the fit.
func (l *large) weights() nodeValues {
	w := l.zeros()
	for j, of := range l.fit.functions {
		copy(w.of[j], of.Grams)
	}
	return w
}

// keep makes weights those of the fit.
func (l *large) keep(w nodeValues) {
	for j, of := range l.fit.functions {
		copy(of.Grams, w.of[j])
	}
}

// leaveOut makes the observations those of all respondents but some.
func (l *large) leaveOut(some []int) {
	l.observe(func(i int) bool {
		_, found := slices.BinarySearch(some, i)
		return !found
	})
	l.alpha = make([]float64, l.observations())
}

// evaluate computes grades and slopes with the weights, and returns the objective.
func (l *large) evaluate(w nodeValues) float64 {
	l.eachText(func(j, k int, t *encodedText) { l.latent.of[j][k] = t.grams.product(w.of[j]) })
	floats.Add(l.latent.all, l.rest)
	l.computeGrades(l.fit.hyper, l.point)
	l.computeSlopes(l.fit.hyper, l.mode)
	return l.objective + dense.Dot(w.all, w.all)/(2*l.fit.hyper.Grams)
}

// descent returns minus the gradient of the objective at the weights that were evaluated.
func (l *large) descent(w nodeValues) nodeValues {
	h, n := l.fit.hyper, len(l.observed)
	for r, i := range l.observed {
		l.alpha[r] = l.rated.mean[r] - l.fitted[i]
	}
	for k := range l.answers {
		a := &l.answers[k]
		value, _ := a.value(h)
		l.alpha[n+k] = value - a.share(h)*l.grade.of[a.question][a.node]
	}
	return l.gathered(-1, w)
}

// product returns the Hessian of the linearised model's objective times a change of the weights.
func (l *large) product(w nodeValues) nodeValues {
	l.eachText(func(j, k int, t *encodedText) { l.latent.of[j][k] = t.grams.product(w.of[j]) })
	l.gradeChanges(l.mode, l.alpha)
	for r, v := range l.counted {
		l.alpha[r] *= v * l.gradeSlope()
	}
	return l.gathered(1, w)
}

// gathered returns the transpose of the derivatives of the observations by the weights times alpha,
// each by its precision, plus the weights by that of their prior, so many times.
func (l *large) gathered(times float64, w nodeValues) nodeValues {
	h, n := l.fit.hyper, len(l.observed)
	floats.Scale(1/(h.Noise*h.Noise), l.alpha[:n])
	floats.Mul(l.alpha[:n], l.rated.count)
	for k := range l.answers {
		_, variance := l.answers[k].value(h)
		l.alpha[n+k] /= variance
	}
	values, sums := l.newNodeValues(), l.zeros()
	l.gather(l.mode, values)
	floats.Mul(values.all, l.mode.slope.all)
	l.eachText(func(j, k int, t *encodedText) {
		if v := values.of[j][k]; v != 0 {
			t.grams.addTo(sums.of[j], v)
		}
	})
	dense.AddScaled(sums.all, times/h.Grams, w.all)
	return sums
}

// step returns the change of the weights by a ridge regression of what the observations differ by,
// solved by conjugate gradients.
func (l *large) step(w nodeValues) nodeValues {
	step := l.zeros()
	residual := l.descent(w)
	along := l.zeros()
	copy(along.all, residual.all)
	size := dense.Dot(residual.all, residual.all)
	enough := smallGradient * smallGradient * size
	for k := 0; k < maxGradients && size > enough; k++ {
		product := l.product(along)
		length := size / dense.Dot(along.all, product.all)
		dense.AddScaled(step.all, length, along.all)
		dense.AddScaled(residual.all, -length, product.all)
		next := dense.Dot(residual.all, residual.all)
		floats.Scale(next/size, along.all)
		floats.Add(along.all, residual.all)
		size = next
	}
	return step
}

// learn determines the weights by all respondents but some, starting from those of the fit, which
// it changes.
func (l *large) learn(leftOut []int) {
	l.leaveOut(leftOut)
	w := l.weights()
	objective := l.evaluate(w)
	for range maxRidges {
		step := l.step(w)
		before, length := objective, 1.0
		dense.AddScaled(w.all, 1, step.all)
		objective = l.evaluate(w)
		for objective > before && length > minStepLength {
			length /= 2
			dense.AddScaled(w.all, -length, step.all)
			objective = l.evaluate(w)
		}
		if before-objective < enoughGain*before {
			break
		}
	}
	l.keep(w)
}

// fitLarge fits to some respondents exactly, and the n-grams to all. A first fit of the n-grams
// leaves some respondents out, and the errors of its predictions for them are the scores for
// intervals.
func (p *Prepared) fitLarge(t Training, h *hyper) (*Fitted, error) {
	held, b := p.largeProblem(t)
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), tolFit)
	if err != nil {
		return nil, err
	}
	f := p.fittedAt(b, h, m, nil, nil)
	l := f.newLarge(t)
	l.learn(held)
	left := f.predictUnseen(t.only(held).totals())
	calibrated := *h
	calibrated.Slope = b.slopePrior().slope(left.ratings, left.predicted, stat.Mean(numbers.Known(t.Ratings), nil))
	f.hyper, f.calibration = &calibrated, calibrated.calibration(t.Ratings)
	f.scores = left.scores(f.calibration)
	slices.Sort(f.scores)
	l.learn(nil)
	f.large = l.saved()
	return f, f.restoreLarge(f.large)
}

// largeProblem returns the respondents of a large training set whom a first fit leaves out, and the
// problem of those of the others who are fitted exactly.
func (p *Prepared) largeProblem(t Training) (held []int, b *problem) {
	n := len(t.Ratings)
	size := min(maxHeldOut, n/10)
	for k := range size {
		held = append(held, k*n/size)
	}
	others := t.leaving(func(i int) bool {
		_, found := slices.BinarySearch(held, i)
		return found
	})
	return held, p.newProblem(others.evenly(maxExact))
}

// predictUnseen returns the predictions of respondents whom the fit has not seen.
func (f *Fitted) predictUnseen(t Training) *unseen {
	n := len(t.Ratings)
	left := &unseen{t.Ratings, make([]float64, n), make([]float64, n)}
	parallel.EachOf(n, 1, func(i int) {
		r := f.grades(t.Responses[i])
		left.predicted[i], left.deviations[i] = f.atMode(r), f.exact.deviation(f, r)
	})
	return left
}

// savedLarge is what a fit to many respondents has beyond that to some of them.
type savedLarge struct {
	Grams     [][]float64 `json:"grams"` // by question
	Means     []float64   `json:"means"` // mean grades by question
	MeanWhole float64     `json:"mean_whole"`
}

func (l *large) saved() *savedLarge {
	s := &savedLarge{
		Grams: numbers.Map(l.fit.functions, func(of function) []float64 { return of.Grams }),
		Means: l.meanGrades(l.fit.hyper, l.grade.of),
	}
	if l.fit.whole != nil {
		s.MeanWhole = stat.Mean(l.whole, nil)
	}
	return s
}

// restoreLarge makes a fit to some respondents that to all of them. It fails unless the numbers
// have the model's shapes.
func (f *Fitted) restoreLarge(s *savedLarge) error {
	questions := len(f.functions)
	if len(s.Grams) != questions || len(s.Means) != questions {
		return fmt.Errorf("%w: found weights for %d questions and %d mean grades, expected %d", errState,
			len(s.Grams), len(s.Means), questions)
	}
	for j, w := range s.Grams {
		if len(w) != len(f.functions[j].Grams) {
			return fmt.Errorf("%w: found %d weights for question %s, expected %d", errState, len(w),
				f.prepared.questions[j].id, len(f.functions[j].Grams))
		}
		f.functions[j].Grams = w
	}
	f.large = s
	f.means = s.Means
	f.meanWhole = s.MeanWhole
	return nil
}
