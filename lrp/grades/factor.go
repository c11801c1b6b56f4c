package grades

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

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
func (f *factor) decompose() bool {
	if f.n == 0 {
		return true
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{N: f.n, Stride: f.n, Data: f.data, Uplo: blas.Upper})
	return ok
}

func (f *factor) triangle() blas64.Triangular {
	return blas64.Triangular{N: f.n, Stride: f.n, Data: f.data, Uplo: blas.Upper, Diag: blas.NonUnit}
}

// halve turns x into U⁻ᵀ x, whose square is xᵀ C⁻¹ x.
func (f *factor) halve(x []float64) {
	blas64.Trsv(blas.Trans, f.triangle(), blas64.Vector{N: f.n, Data: x, Inc: 1})
}

// solve turns x into C⁻¹ x.
func (f *factor) solve(x []float64) {
	f.halve(x)
	blas64.Trsv(blas.NoTrans, f.triangle(), blas64.Vector{N: f.n, Data: x, Inc: 1})
}

// precision returns element i of the diagonal of C⁻¹.
func (f *factor) precision(i int) float64 {
	x := make([]float64, f.n)
	x[i] = 1
	f.halve(x)
	return dot(x[i:], x[i:])
}

// precisions returns the first elements of the diagonal of C⁻¹.
func (f *factor) precisions(first int) []float64 {
	d := make([]float64, first)
	for i := range d {
		d[i] = f.precision(i)
	}
	return d
}
