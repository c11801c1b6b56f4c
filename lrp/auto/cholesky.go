package auto

import "github.com/luna-rating/luna/internal/dense"

// cholesky is a covariance C, n x n, and after [cholesky.factorise] its Cholesky factor U with
// C = UᵀU. Only the upper triangle of data is used.
type cholesky struct {
	n    int
	data []float64
}

func newCholesky(n int) *cholesky { return &cholesky{n: n, data: make([]float64, n*n)} }

// clear makes C zero.
func (c *cholesky) clear() {
	for i := range c.n {
		clear(c.row(i))
	}
}

// row returns row i from the diagonal on.
func (c *cholesky) row(i int) []float64 { return c.data[i*c.n+i : (i+1)*c.n] }

// factorise replaces C by U and reports whether C was positive definite.
func (c *cholesky) factorise() bool { return dense.Cholesky(c.data, c.n, c.n) }

// whiten turns x into U⁻ᵀx, whose square is xᵀC⁻¹x.
func (c *cholesky) whiten(x []float64) { dense.SolveTransposed(c.data, c.n, c.n, x) }

// unwhiten turns x into U⁻¹x. That of whitened x is C⁻¹x.
func (c *cholesky) unwhiten(x []float64) { dense.Solve(c.data, c.n, c.n, x) }

// whitenMany is whiten for the columns of a matrix.
func (c *cholesky) whitenMany(x []float64, columns int) {
	dense.SolveTransposedMany(c.data, c.n, c.n, x, columns, columns)
}

// solve turns x into C⁻¹x.
func (c *cholesky) solve(x []float64) {
	c.whiten(x)
	c.unwhiten(x)
}

// precisions returns the diagonal of C⁻¹.
func (c *cholesky) precisions() []float64 { return dense.InverseDiagonal(c.data, c.n, c.n) }
