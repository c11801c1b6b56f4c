package grades

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
)

// uncertainty computes the standard deviations of predictions of a fit to many respondents. They
// are those of [exact.deviation] for the exact fit to some of them, put together from parts that
// depend on one text each. What the observations explain is c*ᵀC⁻¹c*, and c* is a sum over the
// questions. So is c* whitened, see [elimination], whose terms are cached by text. It is safe for
// concurrent use.
type uncertainty struct {
	*exact
	weights    kernelWeights
	question   float64 // variance of a question's intercept
	sd         scales
	postings   []*postings       // by question: of the nodes
	vectors    [][]blas64.Vector // by question and node
	top, reach []float64         // the derivatives by top and reach, whitened

	mu    sync.RWMutex
	cache map[*encodedText][]float64
	room  int // how many more texts may be cached
}

// maxCached bounds the numbers in the cache of an uncertainty: 64 MB.
const maxCached = 8 << 20

func newUncertainty(e *exact, h *hyper) *uncertainty {
	n, shared := len(e.alpha), len(e.shared)
	u := &uncertainty{
		exact: e, weights: h.kernelWeights(), question: h.Question, sd: newScales(h),
		top:   e.system.whiten(slices.Clone(e.shared[shared-2*n : shared-n])),
		reach: e.system.whiten(slices.Clone(e.shared[shared-n:])),
		cache: make(map[*encodedText][]float64), room: maxCached / n,
	}
	for _, nodes := range e.nodes {
		var vectors []blas64.Vector
		for _, t := range nodes.texts {
			vectors = append(vectors, toDouble(t.vector))
		}
		u.postings = append(u.postings, nodes.question.postings(nodes.texts))
		u.vectors = append(u.vectors, vectors)
	}
	return u
}

// toDouble returns the vector in double precision.
func toDouble(x []float32) blas64.Vector {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return blasVector(y)
}

// deviation returns the standard deviation of a rating by the model linearised at the prediction.
func (u *uncertainty) deviation(f *Fitted, r gradedResponses) float64 {
	own, shared := f.slopes(r, &u.scale, u.exact.reach)
	var variance float64
	c := blasVector(make([]float64, len(u.top)))
	for j, g := range own {
		variance += g * g * (u.weights.sum(selfKernel(r.texts[j])) + u.question)
		blas64.Axpy(g, blasVector(u.part(j, r.texts[j])), c)
	}
	blas64.Axpy(shared[len(shared)-2], blasVector(u.top), c)
	blas64.Axpy(shared[len(shared)-1], blasVector(u.reach), c)
	variance += dot(shared, shared) - u.system.product(c.Data, c.Data)
	return f.deviationOf(variance, 0)
}

// part returns the covariances of g of a text of question j with the observations, whitened. It
// caches those of texts that were known beforehand.
func (u *uncertainty) part(j int, t *encodedText) []float64 {
	if t.same == nil {
		return u.computePart(j, t)
	}
	u.mu.RLock()
	c, ok := u.cache[t.same]
	u.mu.RUnlock()
	if ok {
		return c
	}
	c = u.computePart(j, t)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.room > 0 {
		u.cache[t.same] = c
		u.room--
	}
	return c
}

func (u *uncertainty) computePart(j int, t *encodedText) []float64 {
	c := make([]float64, len(u.alpha))
	products, slope := u.kernels(j, t), u.slope.of[j]
	for k, v := range products {
		products[k] = slope[k] * (v + u.question)
	}
	u.nodes[j].scatter(c, products)
	share := u.gradeSlope()
	for i := range c[:len(u.observed)] {
		c[i] *= u.counted[i] * share
	}
	add := func(parameter int, factor float64) {
		column := u.shared[parameter*len(c):][:len(c)]
		blas64.Axpy(factor, blasVector(column), blasVector(c))
	}
	for k, z := range t.cues {
		add(k, z*u.sd.weight)
	}
	add(len(t.cues), u.sd.shared)
	return u.system.whiten(c)
}

// kernels returns the kernels of a text with the nodes of question j, rounded as in the tables.
func (u *uncertainty) kernels(j int, t *encodedText) []float64 {
	nodes := u.nodes[j]
	kernels := make([]float64, nodes.size())
	u.postings[j].products(t.grams.all(), kernels)
	vector := toDouble(t.vector)
	for k, n := range nodes.texts {
		kernels[k] = u.weights.sum(toSingle([kernelParts]float64{
			gramPart:   kernels[k],
			vectorPart: blas64.Dot(vector, u.vectors[j][k]),
			cuePart:    gaussian(t.cues, n.cues),
		}))
	}
	return kernels
}
