package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
)

// maxExact is the number of respondents up to which the fit is exact. Its time grows with the cube
// of their number.
const maxExact = 1000

// fitExactly fits f by its values at every training text.
func (p *Prepared) fitExactly(b *problem, h *hyper) (*Fitted, error) {
	b.computeKernels(h)
	tol := tolFit
	if b.refits() {
		// The mode with all respondents must be as precise as those without one.
		tol = tolRefit
	}
	m, err := b.findMode(h, b.priorMean(h), tol)
	if err != nil {
		return nil, err
	}
	var left []*mode
	if b.refits() {
		if left, err = b.refit(h, m); err != nil {
			return nil, err
		}
	}
	return p.fittedAt(b, h, m, left), nil
}

// fittedAt returns the fit with the mode m and, where respondents are few, with the modes without
// each of them.
func (p *Prepared) fittedAt(b *problem, h *hyper, m *mode, left []*mode) *Fitted {
	f := &Fitted{
		prepared: p, hyper: h, coefficients: m.coefficients, means: b.meanGrades(m.grade),
		exact: newExact(b, h, m), converged: m.converged,
	}
	if b.people != nil {
		f.whole, f.meanWhole = b.people.function(h, m.gamma), stat.Mean(m.whole, nil)
	}
	for j, n := range b.nodes {
		f.functions = append(f.functions, newFunction(n.question, n.texts, m.beta[j], h))
	}
	if b.refits() {
		f.left = b.leftOut(h, left)
		for _, l := range f.left {
			f.scores = append(f.scores, l.score)
		}
	} else {
		f.scores = b.linearScores(m)
	}
	slices.Sort(f.scores)
	for _, n := range b.nodes {
		n.release()
	}
	b.buffers = nil
	return f
}

// meanGrades returns the mean grade of each question over the training set, or one half if nobody
// is rated.
func (b *problem) meanGrades(grade [][]float64) []float64 {
	means := make([]float64, len(b.nodes))
	for j, n := range b.nodes {
		if len(n.at) == 0 {
			means[j] = 0.5
			continue
		}
		for _, k := range n.at {
			means[j] += grade[j][k]
		}
		means[j] /= float64(len(n.at))
	}
	return means
}

const (
	// maxSubset is the number of respondents of a large training set that are fitted exactly, as a
	// start and for the uncertainty of predictions.
	maxSubset = 600
	// maxHeldOut bounds the respondents of a large training set, otherwise a tenth of it, that a
	// first fit leaves out to see how far predictions are from ratings.
	maxHeldOut = 1000
)

// fitLarge fits f in weight space. The scores for intervals are those of respondents that a first
// fit leaves out.
func (p *Prepared) fitLarge(
	responses [][]*text.Doc, ratings []float64, h *hyper,
) (*Fitted, error) {
	h = h.byGrades()
	held := heldOut(ratings)
	subset, err := p.fitExactly(p.subset(responses, ratings, held), h)
	if err != nil {
		return nil, err
	}
	all := newWeightSpace(p, responses, ratings, h)
	most := all.without(held)
	first, _ := most.findMode(most.start(subset))
	u := newUncertainty(subset.exact, h)
	f := most.fitted(first, u)
	for i := range ratings {
		if held[i] {
			r := f.grades(responses[i])
			f.scores = append(f.scores, math.Abs(ratings[i]-f.ratingOf(r))/u.deviation(f, r))
		}
	}
	slices.Sort(f.scores)
	last, converged := all.findMode(first.theta)
	fitted := all.fitted(last, u)
	fitted.scores, fitted.converged = f.scores, converged
	return fitted, nil
}

// heldOut returns the respondents of a large training set that its first fit leaves out.
func heldOut(ratings []float64) map[int]bool {
	held := make(map[int]bool)
	for size, k := min(maxHeldOut, len(ratings)/10), 0; k < size; k++ {
		held[k*len(ratings)/size] = true
	}
	return held
}

// subset returns the problem of the respondents of a large training set that are fitted exactly.
func (p *Prepared) subset(
	responses [][]*text.Doc, ratings []float64, held map[int]bool,
) *problem {
	return p.newProblem(
		thin(except(responses, held), maxSubset), thin(except(ratings, held), maxSubset))
}

// except returns the values that are not held out.
func except[T any](values []T, held map[int]bool) []T {
	var kept []T
	for i, v := range values {
		if !held[i] {
			kept = append(kept, v)
		}
	}
	return kept
}
