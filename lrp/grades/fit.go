package grades

import (
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/elements"
	"github.com/luna-rating/luna/internal/parallel"
)

// maxExact is the number of respondents up to which the fit is exact. Its time grows with the cube
// of their number.
const maxExact = 1000

// fit fits to a training set. If answers have scores, these are learned from, unless the ratings alone
// predict clearly better.
func (p *Prepared) fit(t Training) (*Fitted, error) {
	switch {
	case t.Scores == nil:
		return p.fitTotals(t)
	case len(t.Ratings) > maxExact && 2*t.complete() < len(t.Ratings):
		return p.fitIgnoringScores(t)
	}
	b := p.newProblem(t.evenly(maxExact))
	h, err := p.chooseHyper(b, b.Training)
	if err != nil {
		return nil, err
	}
	better, err := p.betterByTotals(t, h)
	switch {
	case err != nil:
		return nil, err
	case better:
		return p.fitIgnoringScores(t)
	}
	return p.fitExactly(b, h)
}

// fitIgnoringScores fits to the ratings where answers have scores.
func (p *Prepared) fitIgnoringScores(t Training) (*Fitted, error) {
	f, err := p.fitTotals(t.totals())
	if err == nil {
		f.totals = true
	}
	return f, err
}

// fitTotals fits to ratings alone.
func (p *Prepared) fitTotals(t Training) (*Fitted, error) {
	b := p.newProblem(t.evenly(maxWhole))
	h, err := p.chooseHyper(b, t)
	if err != nil {
		return nil, err
	}
	if len(t.Ratings) > maxExact && h.graded() {
		return p.fitLarge(t.Responses, t.Ratings, h)
	}
	return p.fitExactly(b, h)
}

// fitExactly fits f by its values at every training text.
func (p *Prepared) fitExactly(b *problem, h *hyper) (*Fitted, error) {
	b.computeKernels(h)
	if !b.refits() {
		left, near, err := b.predictFolds(h)
		if err != nil {
			return nil, err
		}
		m, err := b.findMode(h, near, tolFit)
		if err != nil {
			return nil, err
		}
		calibrated := *h
		calibrated.Slope = b.slope(left.ratings, left.predicted)
		scores := left.scores(calibrated.calibration(b.Ratings))
		return p.fittedAt(b, &calibrated, m, nil, scores), nil
	}
	// The mode with all respondents must be as precise as those without some.
	m, err := b.findMode(h, b.priorMean(h), tolRefit)
	if err != nil {
		return nil, err
	}
	choices, err := p.chooseWithout(b)
	if err != nil {
		return nil, err
	}
	parts, err := p.leaveOut(b, h, m, choices)
	if err != nil {
		return nil, err
	}
	return p.fittedAt(b, h, m, parts, nil), nil
}

// fittedAt returns the fit with the mode m and, where respondents are few, the parts of them, or
// else the scores of some.
func (p *Prepared) fittedAt(b *problem, h *hyper, m *mode, parts []part, scores []float64) *Fitted {
	f := p.bare(b, h, m)
	f.means, f.parts = b.meanGrades(m.grade.of), parts
	if b.people != nil {
		f.whole = b.people.function(h, m.gamma)
		if len(m.whole) > 0 {
			f.meanWhole = stat.Mean(m.whole, nil)
		}
	}
	for j, n := range b.nodes {
		f.functions = append(f.functions, newFunction(n.question, n.texts, m.beta.of[j], h))
	}
	f.scores = slices.Clone(scores)
	for _, x := range parts {
		f.scores = append(f.scores, x.scores...)
	}
	slices.Sort(f.scores)
	for _, n := range b.nodes {
		n.release()
	}
	if b.people != nil {
		b.people.release()
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
	some := p.subset(responses, ratings, held)
	some.computeKernels(h)
	m, err := some.findMode(h, some.priorMean(h), tolFit)
	if err != nil {
		return nil, err
	}
	subset := p.fittedAt(some, h, m, nil, nil)
	all := newWeightSpace(p, responses, ratings, h)
	addUnused(held, len(ratings))
	most := all.without(held)
	first, _ := most.findMode(most.start(subset))
	u := newUncertainty(subset.exact, h)
	left := most.fitted(first, u).predictUnseen(responses, ratings, slices.Sorted(maps.Keys(held)))
	h.Slope = some.slopePrior().slope(left.ratings, left.predicted, stat.Mean(ratings, nil))
	last, converged := all.findMode(first.theta)
	fitted := all.fitted(last, u)
	fitted.scores, fitted.converged = left.scores(fitted.calibration), converged
	slices.Sort(fitted.scores)
	return fitted, nil
}

// predictUnseen returns the ratings and predictions of some of the respondents.
func (f *Fitted) predictUnseen(responses [][]*text.Doc, ratings []float64, some []int) *unseen {
	left := &unseen{
		make([]float64, len(some)), make([]float64, len(some)), make([]float64, len(some)),
	}
	parallel.EachOf(len(some), rowsAtOnce, func(k int) {
		i := some[k]
		r := f.grades(responses[i])
		left.ratings[k], left.predicted[k] = ratings[i], f.atMode(r)
		left.deviations[k] = f.uncertainty.deviation(f, r)
	})
	return left
}

// heldOut returns the respondents of a large training set that its first fit leaves out.
func heldOut(ratings []float64) map[int]bool {
	held := make(map[int]bool)
	for size, k := min(maxHeldOut, len(ratings)/10), 0; k < size; k++ {
		held[k*len(ratings)/size] = true
	}
	return held
}

// addUnused adds respondents whom the subset does not have either to those that the first fit of n
// leaves out, so that calibration has as many as that of an exact fit.
func addUnused(held map[int]bool, n int) {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	rest := except(all, held)
	used := make(map[int]bool)
	for _, i := range elements.Evenly(rest, maxSubset) {
		used[i] = true
	}
	unused := slices.DeleteFunc(rest, func(i int) bool { return used[i] })
	for _, i := range elements.Evenly(unused, max(0, minScored-len(held))) {
		held[i] = true
	}
}

// subset returns the problem of the respondents of a large training set that are fitted exactly.
func (p *Prepared) subset(
	responses [][]*text.Doc, ratings []float64, held map[int]bool,
) *problem {
	return p.newProblem(Training{
		Responses: elements.Evenly(except(responses, held), maxSubset),
		Ratings:   elements.Evenly(except(ratings, held), maxSubset),
	})
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
