package grades

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// dual is the spread of the exact fit: a Gaussian process on the observations.
type dual struct {
	mode   *mode
	shared *mat.Dense // the observations' derivatives by the shared parameters
	node   [][]int    // by question and observation: the node, or -1
}

func newDual(b *problem, h Hyper, m *mode) (*dual, error) {
	d := &dual{mode: m}
	n := b.observations()
	if n == 0 {
		return d, nil
	}
	d.shared = b.sharedSlopes(h, m)
	for j := range b.nodes {
		at := make([]int, n)
		for i := range at {
			at[i] = b.node(j, i)
		}
		d.node = append(d.node, at)
	}
	return d, nil
}

func (d *dual) deviation(f *Fitted, r reading) float64 {
	own, row := f.slopes(r)
	weights := f.hyper.kernelWeights()
	var variance float64
	for j, g := range own {
		variance += g * g * (f.prepared.questions[j].weighed(weights, r.texts[j], r.texts[j]) + f.hyper.Question)
	}
	for _, v := range row {
		variance += v * v
	}
	if d.shared != nil {
		variance -= d.explained(f.hyper, r, own, row)
	}
	return math.Sqrt(max(0, variance) + f.hyper.Noise*f.hyper.Noise)
}

// explained returns the variance that the observations take away: cᵀ C⁻¹ c with the covariances c of the prediction
// with the observations.
func (d *dual) explained(h Hyper, r reading, own, row []float64) float64 {
	n, _ := d.shared.Dims()
	c := mat.NewVecDense(n, nil)
	c.MulVec(d.shared, mat.NewVecDense(len(row), row))
	raw := c.RawVector().Data
	for j, g := range own {
		slope, kernels := d.mode.slope[j], r.kernels[j]
		for i, k := range d.node[j] {
			if k >= 0 {
				raw[i] += g * slope[i] * (kernels[k] + h.Question)
			}
		}
	}
	var solved mat.VecDense
	if err := d.mode.covariance.SolveVecTo(&solved, c); err != nil && !errors.As(err, new(mat.Condition)) {
		return 0
	}
	return mat.Dot(c, &solved)
}
