package grades

import "math"

// exact is the fit by the functions' values at every training text: a Gaussian process on the observations. It
// tells how uncertain a prediction is, and which texts it comes from.
type exact struct {
	*mode
	nodes  []*nodes
	shared []float64 // see [problem.sharedSlopes]
}

func newExact(b *problem, h Hyper, m *mode) *exact {
	e := &exact{mode: m, nodes: b.nodes, shared: make([]float64, b.observations()*b.sharedParameters())}
	b.sharedSlopes(h, m, e.shared)
	return e
}

// query is what the uncertainty of a respondent's rating depends on, whatever the mode.
type query struct {
	texts   []*textOf
	kernels [][]float64 // of the texts, one a question, with the nodes
	means   []float64   // of g, by the prior
	self    []float64   // the kernels of the texts with themselves
	// Room for numbers, one an observation and one a node of any question.
	observation, node []float64
}

func (e *exact) newQuery() *query {
	most, total, questions := 0, 0, len(e.nodes)
	for _, n := range e.nodes {
		most = max(most, n.size())
		total += n.size()
	}
	q := &query{
		kernels: make([][]float64, questions), means: make([]float64, questions), self: make([]float64, questions),
		observation: make([]float64, e.covariance.n), node: make([]float64, most),
	}
	all := make([]float64, total)
	for j, n := range e.nodes {
		q.kernels[j], all = all[:n.size()], all[n.size():]
	}
	return q
}

// query reads the texts, one a question, into q.
func (e *exact) query(f *Fitted, texts []*textOf, q *query) *query {
	weights := f.hyper.kernelWeights()
	q.texts = texts
	for j, t := range texts {
		e.kernel(f, j, t, q.kernels[j])
		q.means[j] = f.prepared.prior.mean(f.prepared.questions[j], t)
		q.self[j] = weigh(weights, self(t))
	}
	return q
}

// kernel writes the kernels of a text with the nodes of question j.
func (e *exact) kernel(f *Fitted, j int, t *textOf, values []float64) {
	x, n, weights := f.prepared.questions[j], e.nodes[j], f.hyper.kernelWeights()
	if x.kernels != nil && t.id >= 0 && n.known {
		x.kernels.weigh(weights, t.id, n.place, values)
		return
	}
	p := x.probe()
	defer x.probes.Put(p)
	p.lay(t)
	p.kernels(n.texts, func(k int, parts [parts]float64) { values[k] = weigh(weights, parts) })
}

// deviation returns the standard deviation of a rating given the training part, by the model linearised at
// the prediction.
func (e *exact) deviation(f *Fitted, r reading) float64 {
	return e.deviationBy(f, r, e.query(f, r.texts, e.newQuery()))
}

// deviationBy is deviation with the query of the texts.
func (e *exact) deviationBy(f *Fitted, r reading, q *query) float64 {
	variance := e.covary(f, r, q)
	e.covariance.halve(q.observation)
	return f.deviationOf(variance, dot(q.observation, q.observation))
}

// deviationOf returns the standard deviation of a rating by the prior's variance and what of it the observations take away.
func (f *Fitted) deviationOf(variance, explained float64) float64 {
	return math.Sqrt(max(0, variance-explained) + f.hyper.Noise*f.hyper.Noise)
}

// covary returns the prior's variance of the rating and sets the query's numbers to its covariances c with the observations. The
// observations take away cᵀ C⁻¹ c.
func (e *exact) covary(f *Fitted, r reading, q *query) (variance float64) {
	own, row := f.slopes(r, e.reach)
	for j, g := range own {
		variance += g * g * (q.self[j] + f.hyper.Question)
	}
	variance += dot(row, row)
	c, respondents := q.observation, len(e.average)
	clear(c)
	for j, n := range e.nodes {
		slope, products := e.slope[j], q.node[:n.size()]
		for k, v := range q.kernels[j] {
			products[k] = own[j] * slope[k] * (v + f.hyper.Question)
		}
		n.spread(c, products)
	}
	share := e.share()
	for i := range c[:respondents] {
		c[i] *= share
	}
	for k, v := range row {
		for i, d := range e.shared[k*len(c):][:len(c)] {
			c[i] += v * d
		}
	}
	return variance
}

// read predicts a respondent's grades.
func (e *exact) read(q *query) reading {
	r := reading{texts: q.texts, grades: make([]float64, len(q.texts))}
	for j, t := range q.texts {
		p := sigmoid(q.means[j] + e.line.shared + e.intercept[j] + dot(t.cues, e.weights) + dot(q.kernels[j], e.beta[j]))
		r.grades[j] = p
		r.average += p
	}
	r.average /= float64(len(q.texts))
	return r
}
