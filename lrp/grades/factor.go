package grades

import "github.com/luna-rating/luna/internal/dense"

// factor is a covariance C of n observations and then its Cholesky factor U with C = Uᵀ U, in the upper triangle of data,
// row by row. What is below means nothing.
type factor struct {
	n    int
	data []float64
}

func newFactor(n int) *factor { return &factor{n: n, data: make([]float64, n*n)} }

// row returns row i from the diagonal on.
func (f *factor) row(i int) []float64 { return f.data[i*f.n+i : (i+1)*f.n] }

// decompose replaces C by U and reports whether C was positive definite.
func (f *factor) decompose() bool { return dense.Cholesky(f.data, f.n, f.n) }

// halve turns x into U⁻ᵀ x, whose square is xᵀ C⁻¹ x.
func (f *factor) halve(x []float64) { dense.SolveTransposed(f.data, f.n, f.n, x) }

// explained returns xᵀ C⁻¹ x of each of so many columns x, which lie side by side. It overwrites them.
func (f *factor) explained(x []float64, columns int) []float64 {
	dense.SolveTransposedMany(f.data, f.n, f.n, x, columns, columns)
	squares := make([]float64, columns)
	for i := range f.n {
		for k, v := range x[i*columns:][:columns] {
			squares[k] += v * v
		}
	}
	return squares
}

// solve turns x into C⁻¹ x.
func (f *factor) solve(x []float64) {
	f.halve(x)
	dense.Solve(f.data, f.n, f.n, x)
}

// precisions returns the diagonal of C⁻¹.
func (f *factor) precisions() []float64 { return dense.InverseDiagonal(f.data, f.n, f.n) }

// precision returns one element of the diagonal of C⁻¹.
func (f *factor) precision(i int) float64 {
	x := make([]float64, f.n)
	x[i] = 1
	f.halve(x)
	return dot(x, x)
}
