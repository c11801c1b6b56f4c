package grades

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// exact is the fit by the functions' values at every training text: a Gaussian process on the observations. It
// tells how uncertain a prediction is, and which texts it comes from.
type exact struct {
	*mode
	nodes  []*nodes
	shared *mat.Dense // the observations' derivatives by the shared parameters; nil where there are none
	node   [][]int    // by question and observation: the node, or -1
}

func newExact(b *problem, h Hyper, m *mode) *exact {
	e := &exact{mode: m, nodes: b.nodes}
	n := b.observations()
	if n == 0 {
		return e
	}
	e.shared = b.sharedSlopes(h, m)
	for j := range b.nodes {
		at := make([]int, n)
		for i := range at {
			at[i] = b.node(j, i)
		}
		e.node = append(e.node, at)
	}
	return e
}

// deviation returns the standard deviation of a rating given the training part, by the model linearised at
// the prediction.
func (e *exact) deviation(f *Fitted, r reading) float64 {
	return e.deviationBy(f, r, e.kernels(f, r.texts))
}

// deviationBy is deviation with the texts' kernels.
func (e *exact) deviationBy(f *Fitted, r reading, kernels [][]float64) float64 {
	own, row := f.slopes(r, e.reach)
	weights := f.hyper.kernelWeights()
	var variance float64
	for j, g := range own {
		variance += g * g * (weigh(weights, self(r.texts[j])) + f.hyper.Question)
	}
	variance += dot(row, row)
	if e.shared != nil {
		variance -= e.explained(f, kernels, own, row)
	}
	return math.Sqrt(max(0, variance) + f.hyper.Noise*f.hyper.Noise)
}

// explained returns the variance that the observations take away: cᵀ C⁻¹ c with the covariances c of the prediction
// with the observations.
func (e *exact) explained(f *Fitted, kernels [][]float64, own, row []float64) float64 {
	n, _ := e.shared.Dims()
	c := mat.NewVecDense(n, nil)
	c.MulVec(e.shared, mat.NewVecDense(len(row), row))
	raw := c.RawVector().Data
	for j, g := range own {
		slope := e.slope[j]
		for i, k := range e.node[j] {
			if k >= 0 {
				raw[i] += g * slope[i] * (kernels[j][k] + f.hyper.Question)
			}
		}
	}
	x, err := solve(&e.covariance, c)
	if err != nil {
		return 0
	}
	return mat.Dot(c, x)
}

// kernels returns the kernels of the texts, one a question, with the nodes.
func (e *exact) kernels(f *Fitted, texts []*textOf) [][]float64 {
	weights := f.hyper.kernelWeights()
	kernels := make([][]float64, len(texts))
	for j, t := range texts {
		kernels[j] = make([]float64, e.nodes[j].size())
		for i, s := range e.nodes[j].texts {
			kernels[j][i] = f.prepared.questions[j].weighed(weights, t, s)
		}
	}
	return kernels
}

// read predicts a respondent's grades from the texts and their kernels.
func (e *exact) read(f *Fitted, texts []*textOf, kernels [][]float64) reading {
	r := reading{texts: texts}
	for j, t := range texts {
		g := f.prepared.prior.mean(f.prepared.questions[j], t) + e.line.shared + e.intercept[j] +
			dot(t.cues, e.weights) + dot(kernels[j], e.beta[j])
		r.grades = append(r.grades, sigmoid(g))
		r.average += sigmoid(g)
	}
	r.average /= float64(len(texts))
	return r
}
