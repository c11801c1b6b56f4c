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

// query reads the texts, one a question.
func (e *exact) query(f *Fitted, texts []*textOf) *query {
	weights := f.hyper.kernelWeights()
	most := 0
	q := &query{
		texts: texts, kernels: make([][]float64, len(texts)),
		means: make([]float64, len(texts)), self: make([]float64, len(texts)),
	}
	total := 0
	for _, n := range e.nodes {
		most = max(most, n.size())
		total += n.size()
	}
	all := make([]float64, total)
	for j, t := range texts {
		size := e.nodes[j].size()
		q.kernels[j], all = all[:size:size], all[size:]
		e.kernel(f, j, t, q.kernels[j])
		q.means[j] = f.prepared.prior.mean(f.prepared.questions[j], t)
		q.self[j] = weigh(weights, self(t))
	}
	q.observation, q.node = make([]float64, e.covariance.n), make([]float64, most)
	return q
}

// kernel writes the kernels of a text with the nodes of question j.
func (e *exact) kernel(f *Fitted, j int, t *textOf, values []float64) {
	x, n, weights := f.prepared.questions[j], e.nodes[j], f.hyper.kernelWeights()
	if x.kernels != nil && t.id >= 0 && n.known {
		x.kernels.weigh(weights, t.id, n.place, values)
		return
	}
	for k, s := range n.texts {
		values[k] = weigh(weights, kernel(t, s))
	}
}

// deviation returns the standard deviation of a rating given the training part, by the model linearised at
// the prediction.
func (e *exact) deviation(f *Fitted, r reading) float64 {
	return e.deviationBy(f, r, e.query(f, r.texts))
}

// deviationBy is deviation with the query of the texts.
func (e *exact) deviationBy(f *Fitted, r reading, q *query) float64 {
	own, row := f.slopes(r, e.reach)
	var variance float64
	for j, g := range own {
		variance += g * g * (q.self[j] + f.hyper.Question)
	}
	variance += dot(row, row)
	if e.covariance.n > 0 {
		variance -= e.explained(f, q, own, row)
	}
	return math.Sqrt(max(0, variance) + f.hyper.Noise*f.hyper.Noise)
}

// explained returns the variance that the observations take away: cᵀ C⁻¹ c with the covariances c of the prediction
// with the observations.
func (e *exact) explained(f *Fitted, q *query, own, row []float64) float64 {
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
	e.covariance.halve(c)
	return dot(c, c)
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
