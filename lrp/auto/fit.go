package auto

import (
	"slices"

	"gonum.org/v1/gonum/stat"
)

// maxExact is the number of respondents up to which the fit is exact. Its time grows with the cube
// of their number.
const maxExact = 1000

// fit fits to a training set. If answers have scores, these are learned from, unless the ratings
// alone predict clearly better.
func (p *Prepared) fit(t Training) (*Fitted, error) {
	if t.Scores == nil {
		return p.fitTotals(t)
	}
	b := p.newProblem(t.evenly(maxExact))
	h, err := p.chooseHyper(b, b.Training)
	if err != nil {
		return nil, err
	}
	better, err := p.betterByTotals(b, t, h)
	switch {
	case err != nil:
		return nil, err
	case better:
		return p.fitIgnoringScores(t)
	case len(t.Ratings) > maxExact:
		return p.fitLarge(t, h)
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
		return p.fitLarge(t, h)
	}
	return p.fitExactly(b, h)
}

// fitExactly fits f by its values at every training text.
func (p *Prepared) fitExactly(b *problem, h *hyper) (*Fitted, error) {
	b.computeKernels(h)
	if !b.refits() {
		left, err := b.predictFolds(h)
		if err != nil {
			return nil, err
		}
		m, err := b.findMode(h, b.priorMean(h), tolFit)
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
	f.means, f.parts = b.meanGrades(h, m.grade.of), parts
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
func (b *problem) meanGrades(h *hyper, grade [][]float64) []float64 {
	means := make([]float64, len(b.nodes))
	for j, n := range b.nodes {
		if len(n.at) == 0 {
			means[j] = 0.5
			continue
		}
		for _, k := range n.at {
			if !h.Zero || !blank(n.texts[k].doc) {
				means[j] += grade[j][k]
			}
		}
		means[j] /= float64(len(n.at))
	}
	return means
}
