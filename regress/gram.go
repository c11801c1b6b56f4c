package regress

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/dense"
)

// Gram returns X Xᵀ (n x n, not centred), or nil for a matrix without rows. It takes time in
// proportion to the sum over columns of the squared number of entries. Each element is summed by
// ascending column, so the Gram matrix of a selection of rows is the corresponding part of the full
// one to the bit.
func Gram(x *Matrix) *mat.SymDense {
	n, _ := x.Dims()
	if n == 0 {
		return nil
	}
	c := newColumns(x)
	g := make([]float64, n*n)
	// start[j] is the first entry of column j in row i or below.
	start := append([]int(nil), c.start[:c.cols]...)
	for i, r := range x.all() {
		row := g[i*n : (i+1)*n]
		for k, j := range r.Index {
			v := r.Value[k]
			from, to := start[j], c.start[j+1]
			value := c.value[from:to]
			for t, q := range c.row[from:to] {
				row[q] += v * value[t]
			}
			start[j]++
		}
	}
	return mat.NewSymDense(n, g) // reads only the upper triangle
}

// factorize computes the covariance Σ_t weight_t term_t + ridge·I in dst, n x n, and returns its
// Cholesky factor, or nil if it is not positive definite. The terms are upper triangles packed by
// rows.
func factorize(
	dst []float64, n int, terms [][]float64, weight []float64, ridge float64,
) *dense.Factor {
	clear(dst)
	for t, term := range terms {
		w, start := weight[t], 0
		for i := range n {
			row := dst[i*n+i : (i+1)*n]
			floats.AddScaled(row, w, term[start:start+len(row)])
			start += len(row)
		}
	}
	for i := range n {
		dst[i*n+i] += ridge
	}
	return dense.Factorize(dst, n)
}
