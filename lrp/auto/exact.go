package auto

import (
	"math"

	"github.com/luna-rating/luna/features/text"
)

// exact is the fit by the values of the functions at every training text: a Gaussian process on
// the observations. It gives the variance of predictions and the texts that a prediction comes
// from.
type exact struct {
	*mode
	nodes    []*nodes
	people   *people
	observed []int     // see [problem]
	counted  []float64 // see [problem]
	scale    scale     // see [problem]
	shared   []float64 // see [problem.sharedJacobian]
}

// newExact returns the fit with a mode. The problem may have had other hyper-parameters since.
func newExact(b *problem, h *hyper, m *mode) *exact {
	b.computeWeights(h)
	e := &exact{
		mode: m, nodes: b.nodes, people: b.people, observed: b.observed, counted: b.counted,
		scale: b.scale, shared: make([]float64, b.observations()*b.sharedParameters()),
	}
	b.sharedJacobian(h, m, e.shared)
	return e
}

// query is what the variance of a respondent's rating depends on, whatever the mode.
type query struct {
	docs     []*text.Doc    // by question
	texts    []*encodedText // by question
	kernels  [][]float64    // of the texts with the nodes of their questions
	means    []float64      // prior means of g
	self     []float64      // kernels of the texts with themselves
	whole    []float64      // kernels of h with the respondents; nil without h
	variance float64        // that of h
	mean     float64        // that of h
	// observation is a buffer with a number for each observation.
	observation []float64
}

func (e *exact) newQuery() *query {
	q := &query{
		kernels: make([][]float64, len(e.nodes)), means: make([]float64, len(e.nodes)),
		self: make([]float64, len(e.nodes)), observation: make([]float64, len(e.alpha)),
	}
	for j, n := range e.nodes {
		q.kernels[j] = make([]float64, n.size())
	}
	return q
}

// query reads the responses of a respondent into q.
func (e *exact) query(f *Fitted, r gradedResponses, q *query) *query {
	weights := f.hyper.kernelWeights()
	q.docs, q.texts = r.docs, r.texts
	q.whole, q.variance, q.mean = nil, 0, 0
	if e.people != nil {
		q.whole, q.variance, q.mean = e.people.with(f.hyper, r.whole)
	}
	for j, t := range r.texts {
		e.kernelsWith(f, j, t, q.kernels[j])
		q.means[j] = f.prepared.prior.mean(f.prepared.questions[j], t)
		q.self[j] = weights.sum(selfKernel(t))
	}
	return q
}

// kernelsWith writes the kernels of a text with the nodes of question j.
func (e *exact) kernelsWith(f *Fitted, j int, t *encodedText, values []float64) {
	x := f.prepared.questions[j]
	n := e.nodes[j]
	weights := f.hyper.kernelWeights()
	if weights.total() == 0 {
		clear(values)
		return
	}
	if x.kernels != nil && t.id >= 0 && n.known {
		x.kernels.weighted(weights, t.id, n.tableAt, values)
		return
	}
	p := x.newProbe()
	defer x.probes.Put(p)
	p.load(t)
	p.kernels(n.texts, func(k int, parts [kernelParts]float64) {
		values[k] = weights.sum(parts)
	})
}

// deviation returns the standard deviation of a rating by the model linearised at the prediction.
func (e *exact) deviation(f *Fitted, r gradedResponses) float64 {
	return e.deviationAt(f, r, e.query(f, r, e.newQuery()))
}

// deviationAt is deviation with the query of the texts.
func (e *exact) deviationAt(f *Fitted, r gradedResponses, q *query) float64 {
	variance := e.computeCovariances(f, r, q)
	white := e.system.whiten(q.observation)
	if e.remainder != nil {
		variance += e.remainder.variance(r.mean, q.whole)
	}
	return f.deviationOf(variance, e.system.product(white, white))
}

// deviationOf returns √(v* - c*ᵀC⁻¹c* + Noise²), where the second term is explained.
func (f *Fitted) deviationOf(variance, explained float64) float64 {
	return math.Sqrt(max(0, variance-explained) + f.hyper.Noise*f.hyper.Noise)
}

// computeCovariances returns the prior variance v* of a rating and sets q.observation to its prior
// covariances c* with the observations.
func (e *exact) computeCovariances(f *Fitted, r gradedResponses, q *query) (variance float64) {
	own, shared := f.slopes(r, &e.scale, e.reach)
	for j, g := range own {
		variance += g * g * (q.self[j] + f.hyper.Question)
	}
	variance += dot(shared, shared) + q.variance
	c := q.observation
	clear(c)
	for j := range e.nodes {
		e.covary(c, j, own[j], f.hyper.Question, q)
	}
	e.toRatings(c)
	if q.whole != nil {
		for r, i := range e.observed {
			c[r] += q.whole[i]
		}
	}
	e.addShared(c, shared)
	return variance
}

// covary adds to each observation the prior covariance of its grade of question j with a multiple
// of g of the query's text, without what the questions share.
func (e *exact) covary(c []float64, j int, own, intercept float64, q *query) {
	n, slope := e.nodes[j], e.slope.of[j]
	products := make([]float64, n.size())
	for k, v := range q.kernels[j] {
		products[k] = own * slope[k] * (v + intercept)
	}
	n.scatter(c, products)
}

// toRatings turns the sums over the grades of the respondents observed into those over their
// ratings.
func (e *exact) toRatings(c []float64) {
	share := e.gradeSlope()
	for r, w := range e.counted {
		c[r] *= w * share
	}
}

// addShared adds the prior covariances of the observations with a sum of the shared parameters.
func (e *exact) addShared(c, shared []float64) {
	for k, v := range shared {
		for i, d := range e.shared[k*len(c):][:len(c)] {
			c[i] += v * d
		}
	}
}

// grades predicts the grades of the query's texts.
func (e *exact) grades(f *Fitted, q *query) gradedResponses {
	r := gradedResponses{docs: q.docs, texts: q.texts, grades: make([]float64, len(q.texts))}
	for j, t := range q.texts {
		p := sigmoid(q.means[j] + e.coefficients.shared + e.intercept[j] + dot(t.cues, e.weights) +
			dot(q.kernels[j], e.beta.of[j]))
		r.grades[j] = f.worth(p, r.docs[j])
	}
	f.average(&r)
	r.added = q.mean + dot(q.whole, e.gamma)
	return r
}
