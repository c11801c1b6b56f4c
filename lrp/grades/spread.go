package grades

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
)

// spread tells how uncertain the predictions of a fit to many respondents are: what [exact.deviation] tells of the exact fit to
// some of them, from parts that each depend on one text. The variance that the observations take away is
// cᵀ C⁻¹ c = |U⁻ᵀ c|² with C = Uᵀ U, and c is a sum over the questions; so is U⁻ᵀ c, a part of which serves all who gave the
// text. It is safe for concurrent use.
type spread struct {
	*exact
	weights    [parts]float64
	question   float64 // variance of a question's intercept
	scale      scales
	postings   [][][]posting     // by question and n-gram: the nodes that have it
	vectors    [][]blas64.Vector // by question and node
	top, reach []float64         // U⁻ᵀ times the derivatives by top and reach

	mu    sync.RWMutex
	known map[*textOf][]float64
	room  int // the number of texts more that may be known
}

// posting is the value of an n-gram in a node's text.
type posting struct {
	node  int32
	value float64
}

// spreadSize bounds the numbers that a spread remembers: 64 MB.
const spreadSize = 8 << 20

func newSpread(e *exact, h Hyper) *spread {
	n, shared := e.covariance.n, len(e.shared)
	s := &spread{
		exact: e, weights: h.kernelWeights(), question: h.Question, scale: newScales(h),
		top: slices.Clone(e.shared[shared-2*n : shared-n]), reach: slices.Clone(e.shared[shared-n:]),
		known: make(map[*textOf][]float64), room: spreadSize / n,
	}
	e.covariance.halve(s.top)
	e.covariance.halve(s.reach)
	for j, nodes := range e.nodes {
		s.postings, s.vectors = append(s.postings, make([][]posting, len(nodes.question.grams))), append(s.vectors, nil)
		for k, t := range nodes.texts {
			for i, g := range t.grams.index {
				s.postings[j][g] = append(s.postings[j][g], posting{int32(k), t.grams.value[i]})
			}
			s.vectors[j] = append(s.vectors[j], wide(t.vector))
		}
	}
	return s
}

// wide returns the vector in double precision.
func wide(x []float32) blas64.Vector {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return vectorOf(y)
}

// deviation returns the standard deviation of a rating given the training part, by the model linearised at the prediction.
func (s *spread) deviation(f *Fitted, r reading) float64 {
	own, row := f.slopes(r, s.line.reach)
	var variance float64
	explained := make([]float64, len(s.top))
	c := vectorOf(explained)
	for j, g := range own {
		variance += g * g * (weigh(s.weights, self(r.texts[j])) + s.question)
		blas64.Axpy(g, vectorOf(s.part(j, r.texts[j])), c)
	}
	blas64.Axpy(row[len(row)-2], vectorOf(s.top), c)
	blas64.Axpy(row[len(row)-1], vectorOf(s.reach), c)
	variance += dot(row, row) - blas64.Dot(c, c)
	return math.Sqrt(max(0, variance) + f.hyper.Noise*f.hyper.Noise)
}

// part returns U⁻ᵀ times the covariances of g of a text of question j with the observations; those of texts
// known beforehand are remembered.
func (s *spread) part(j int, t *textOf) []float64 {
	if t.like == nil {
		return s.compute(j, t)
	}
	s.mu.RLock()
	c, ok := s.known[t.like]
	s.mu.RUnlock()
	if ok {
		return c
	}
	c = s.compute(j, t)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room > 0 {
		s.known[t.like] = c
		s.room--
	}
	return c
}

func (s *spread) compute(j int, t *textOf) []float64 {
	c := make([]float64, s.covariance.n)
	products, slope := s.kernels(j, t), s.slope[j]
	for k, v := range products {
		products[k] = slope[k] * (v + s.question)
	}
	s.nodes[j].spread(c, products)
	share := s.share()
	for i := range c[:len(s.average)] {
		c[i] *= share
	}
	add := func(column int, factor float64) {
		blas64.Axpy(factor, vectorOf(s.shared[column*len(c):][:len(c)]), vectorOf(c))
	}
	for k, z := range t.cues {
		add(k, z*s.scale.weight)
	}
	add(len(t.cues), s.scale.shared)
	s.covariance.halve(c)
	return c
}

// kernels returns the kernels of a text with the nodes of question j, rounded as [kernel] rounds them.
func (s *spread) kernels(j int, t *textOf) []float64 {
	nodes := s.nodes[j]
	kernels := make([]float64, nodes.size())
	for i, g := range t.grams.index {
		for _, p := range s.postings[j][g] {
			kernels[p.node] += t.grams.value[i] * p.value
		}
	}
	vector := wide(t.vector)
	for k, n := range nodes.texts {
		kernels[k] = weigh(s.weights, [parts]float64{
			gramPart:   float64(float32(kernels[k])),
			vectorPart: float64(float32(blas64.Dot(vector, s.vectors[j][k]))),
			cuePart:    float64(float32(gaussian(t.cues, n.cues))),
		})
	}
	return kernels
}
