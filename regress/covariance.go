package regress

import "github.com/luna-rating/luna/internal/dense"

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
			for j, v := range term[start : start+len(row)] {
				row[j] += w * v
			}
			start += len(row)
		}
	}
	for i := range n {
		dst[i*n+i] += ridge
	}
	return dense.Factorize(dst, n)
}
