package regress

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// cholesky is the Cholesky factor UᵀU of a symmetric positive definite matrix.
type cholesky struct {
	n    int
	data []float64 // n x n by rows, the upper triangle
}

// mix returns Σ_t weight_t term_t + ridge·I in the upper triangle of dst, n x n by rows.
// The terms are upper triangles packed by rows.
func mix(dst []float64, n int, terms [][]float64, weight []float64, ridge float64) {
	clear(dst)
	for t, k := range terms {
		w := weight[t]
		e := 0
		for i := range n {
			row := dst[i*n+i : (i+1)*n]
			for j, v := range k[e : e+len(row)] {
				row[j] += w * v
			}
			e += len(row)
		}
	}
	for i := range n {
		dst[i*n+i] += ridge
	}
}

// factorize overwrites the upper triangle of a (n x n by rows) by its factor. It
// returns nil where a is not positive definite.
func factorize(a []float64, n int) *cholesky {
	if _, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: a}); !ok {
		return nil
	}
	return &cholesky{n, a}
}

func (f *cholesky) triangular() blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: f.n, Stride: f.n, Data: f.data}
}

// half overwrites b by U⁻ᵀ b.
func (f *cholesky) half(b []float64) {
	blas64.Trsv(blas.Trans, f.triangular(), blas64.Vector{N: f.n, Inc: 1, Data: b})
}

// solve overwrites b by A⁻¹ b.
func (f *cholesky) solve(b []float64) {
	f.half(b)
	blas64.Trsv(blas.NoTrans, f.triangular(), blas64.Vector{N: f.n, Inc: 1, Data: b})
}

// logdet returns log|A|.
func (f *cholesky) logdet() float64 {
	var s float64
	for i := range f.n {
		s += math.Log(f.data[i*f.n+i])
	}
	return 2 * s
}

// invert overwrites the factor by the upper triangle of A⁻¹ and returns it.
func (f *cholesky) invert() []float64 {
	lapack64.Potri(f.triangular())
	return f.data
}

// symmetric returns A v, A being given by its upper triangle, n x n by rows.
func symmetric(a []float64, v []float64) []float64 {
	n := len(v)
	out := make([]float64, n)
	for i := range n {
		row := a[i*n : (i+1)*n]
		s := row[i] * v[i]
		for j := i + 1; j < n; j++ {
			s += row[j] * v[j]
			out[j] += row[j] * v[i]
		}
		out[i] += s
	}
	return out
}
