package grades

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// large is the model by its parameters, for training parts of any size: those of f are the weights of n-grams,
// of the word vector's numbers and of the [centres]. Each is divided by its prior standard deviation, so that all are N(0, 1).
// In their order: the weights of the cues, the shared intercept, top - 1, reach - 1; and for each question
// the intercept, n-grams, vector, centres.
type large struct {
	prepared  *Prepared
	hyper     Hyper
	scales    scales
	ratings   []float64
	seen      []int // the respondents that are learned from
	questions []*largeQuestion
	size      int
}

type largeQuestion struct {
	*rows
	question *question
	first    int // of the question's parameters
	centres  *centres
}

func newLarge(p *Prepared, responses [][]*text.Doc, ratings []float64, h Hyper) *large {
	g := &large{
		prepared: p, hyper: h, scales: newScales(h), ratings: ratings, size: p.prior.cues() + 3,
		questions: make([]*largeQuestion, len(p.questions)),
	}
	g.seen = make([]int, len(ratings))
	for i := range g.seen {
		g.seen[i] = i
	}
	g.each(func(j int) {
		q := &largeQuestion{question: p.questions[j], rows: newRows(p, j, responses)}
		q.centres = newCentres(q.texts)
		q.fill(q.centres, len(q.question.grams))
		g.questions[j] = q
	})
	for _, q := range g.questions {
		q.first = g.size
		g.size += 1 + q.merged.size() + q.question.vectors.Dim() + len(q.centres.at)
	}
	return g
}

// without is the same model of the respondents that are not held out. Texts that they alone gave change nothing.
func (g *large) without(held map[int]bool) *large {
	part := *g
	part.seen = rest(g.seen, held)
	return &part
}

// each calls f for every question, side by side. Questions share nothing, so that the result does not depend on the
// number of processors.
func (g *large) each(f func(j int)) {
	var wait sync.WaitGroup
	for j := range g.questions {
		wait.Go(func() { f(j) })
	}
	wait.Wait()
}

// blockSize is the number of respondents that are summed up on their own, so that sums do not depend on the number
// of processors.
const blockSize = 8192

// blocks calls f for blocks of the respondents seen, side by side.
func (g *large) blocks(f func(block int, seen []int)) int {
	var wait sync.WaitGroup
	n := 0
	for from := 0; from < len(g.seen); from += blockSize {
		block := n
		wait.Go(func() { f(block, g.seen[from:min(from+blockSize, len(g.seen))]) })
		n++
	}
	wait.Wait()
	return n
}

// blockCount is the number of blocks.
func (g *large) blockCount() int { return (len(g.seen) + blockSize - 1) / blockSize }

// ownParameters are one question's.
type ownParameters struct {
	intercept             *float64
	grams, vector, height []float64
}

func (q *largeQuestion) own(theta []float64) ownParameters {
	grams, vector := q.merged.size(), q.question.vectors.Dim()
	rest := theta[q.first+1:]
	return ownParameters{&theta[q.first], rest[:grams], rest[grams : grams+vector], rest[grams+vector:][:len(q.centres.at)]}
}

// line returns the parameters but those of f as they stand in the model.
func (g *large) line(theta []float64) line {
	cues, h, s := g.prepared.prior.cues(), g.hyper, g.scales
	l := line{top: 1 + h.Top*theta[cues+1], reach: 1 + h.Reach*theta[cues+2], shared: s.shared * theta[cues]}
	for _, v := range theta[:cues] {
		l.weights = append(l.weights, s.weight*v)
	}
	for _, q := range g.questions {
		l.intercept = append(l.intercept, s.intercept*theta[q.first])
	}
	return l
}

// functions returns f of each question.
func (g *large) functions(theta []float64) []*function {
	list := make([]*function, len(g.questions))
	for j, q := range g.questions {
		p := q.own(theta)
		f := &function{centres: q.centres.at, heights: q.centres.heights(p.height)}
		f.grams, f.vector = q.spread(p.grams, g.scales.grams), scaled(g.scales.vector, p.vector)
		for k := range f.heights {
			f.heights[k] *= g.scales.height
		}
		list[j] = f
	}
	return list
}

func scaled(by float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for k, v := range x {
		y[k] = by * v
	}
	return y
}

// start returns the parameters of an exact fit to some of the respondents.
func (g *large) start(f *Fitted) []float64 {
	theta := make([]float64, g.size)
	cues, h, s := g.prepared.prior.cues(), g.hyper, g.scales
	for k, w := range f.weights {
		theta[k] = w / s.weight
	}
	theta[cues] = f.shared / s.shared
	theta[cues+1], theta[cues+2] = (f.top-1)/h.Top, (f.reach-1)/h.Reach
	for j, q := range g.questions {
		p := q.own(theta)
		*p.intercept = f.intercept[j] / s.intercept
		q.collect(f.functions[j].grams, s.grams, p.grams)
		for k, v := range f.functions[j].vector {
			p.vector[k] = v / s.vector
		}
		values := make([]float64, len(q.centres.at))
		for k, z := range q.centres.at {
			values[k] = f.functions[j].ofCues(z)
		}
		for k, v := range q.centres.through(values) {
			p.height[k] = v / s.height
		}
	}
	return theta
}

// fitted returns the fit of the mode found; the exact fit to some of the respondents tells how uncertain predictions are.
func (g *large) fitted(v *view, s *spread) *Fitted {
	return &Fitted{
		prepared: g.prepared, hyper: g.hyper, large: true, line: v.line, functions: g.functions(v.theta),
		means: g.meanGrades(v), exact: s.exact, spread: s,
	}
}

// meanGrades returns the mean grade of each question over the respondents seen.
func (g *large) meanGrades(v *view) []float64 {
	means := make([]float64, len(g.questions))
	for j, q := range g.questions {
		for _, i := range g.seen {
			means[j] += v.grade[j][q.at[i]]
		}
		means[j] /= float64(len(g.seen))
	}
	return means
}
