package grades

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// mostExact is the number of training respondents up to which the fit is exact. Its time grows with the cube of
// their number.
const mostExact = 1000

// fitExactly fits f by its values at every training text.
func (p *Prepared) fitExactly(b *problem, h Hyper) (*Fitted, error) {
	b.measure()
	b.weigh(h)
	m, err := b.climb(h, b.start(h), b.tolerance())
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

// fittedAt returns the fit that has found the mode m and, where the respondents are few, those without each.
func (p *Prepared) fittedAt(b *problem, h Hyper, m *mode, left []*mode) *Fitted {
	f := &Fitted{
		prepared: p, hyper: h, line: m.line, means: b.meanGrades(m.grade), exact: newExact(b, h, m),
		converged: m.converged,
	}
	for j, n := range b.nodes {
		f.functions = append(f.functions, functionOf(n.question, n.texts, m.beta[j], h))
	}
	if !b.refits() {
		f.scores = b.linearScores(m)
	} else {
		f.left = b.leftOut(h, left)
		for _, l := range f.left {
			f.scores = append(f.scores, l.score)
		}
	}
	slices.Sort(f.scores)
	for _, n := range b.nodes {
		n.forget()
	}
	b.room = nil
	return f
}

const (
	// exactShare is the number of respondents of a large training part that are fitted exactly, to begin with and for the
	// uncertainty of predictions.
	exactShare = 600
	// A tenth of a large training part, but at most heldOut respondents, is left out of a first fit, to see how far
	// predictions are from ratings.
	heldOut = 1000
)

// fitLarge fits f by the weights of n-grams, vectors and centres. The scores for intervals are those of respondents
// that were held out of a first fit.
func (p *Prepared) fitLarge(responses [][]*text.Doc, ratings []float64, h Hyper) (*Fitted, error) {
	held := heldOutOf(ratings)
	some, err := p.fitExactly(p.problem(thin(rest(responses, held), exactShare), thin(rest(ratings, held), exactShare)), h)
	if err != nil {
		return nil, err
	}
	all := newLarge(p, responses, ratings, h)
	most := all.without(held)
	first, _ := most.climb(most.start(some))
	uncertain := newSpread(some.exact, h)
	f := most.fitted(first, uncertain)
	for i := range ratings {
		if held[i] {
			r := f.read(responses[i])
			f.scores = append(f.scores, math.Abs(ratings[i]-f.rating(r.average))/uncertain.deviation(f, r))
		}
	}
	slices.Sort(f.scores)
	last, converged := all.climb(first.theta)
	fitted := all.fitted(last, uncertain)
	fitted.scores, fitted.converged = f.scores, converged
	return fitted, nil
}

// heldOutOf returns which respondents of a large training part are left out of its first fit.
func heldOutOf(ratings []float64) map[int]bool {
	held := make(map[int]bool)
	for size, k := min(heldOut, len(ratings)/10), 0; k < size; k++ {
		held[k*len(ratings)/size] = true
	}
	return held
}

// rest returns the values that are not held out.
func rest[T any](values []T, held map[int]bool) []T {
	var r []T
	for i, v := range values {
		if !held[i] {
			r = append(r, v)
		}
	}
	return r
}

// measure computes the kernels' parts.
func (b *problem) measure() {
	for _, n := range b.nodes {
		n.measure()
	}
}

// weigh computes the kernels for the hyper-parameters.
func (b *problem) weigh(h Hyper) {
	for _, n := range b.nodes {
		n.weigh(h)
	}
}

// tolerance returns how well to find the mode: where respondents are left out in earnest the mode with all of them
// must be as precise as without one.
func (b *problem) tolerance() float64 {
	if b.refits() {
		return precisely
	}
	return well
}
