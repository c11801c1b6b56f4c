package regress

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/luna-rating/luna/internal/dense"
)

// tridiagonal is a symmetric tridiagonal matrix T, positive semidefinite up to rounding.
type tridiagonal struct {
	diagonal, offDiagonal []float64 // m, m-1
	top                   float64   // upper bound of the eigenvalues
}

// tridiagonalise returns T and an orthogonal Q with a = Q T Qᵀ. It overwrites a, of which it reads
// the upper triangle.
func tridiagonalise(a blas64.Symmetric) (*tridiagonal, blas64.General) {
	m := a.N
	t := &tridiagonal{diagonal: make([]float64, m), offDiagonal: make([]float64, m-1)}
	q := dense.Tridiagonalise(a.Data, m, a.Stride, t.diagonal, t.offDiagonal)
	for k, v := range t.diagonal {
		radius := math.Abs(v)
		if k > 0 {
			radius += math.Abs(t.offDiagonal[k-1])
		}
		if k < m-1 {
			radius += math.Abs(t.offDiagonal[k])
		}
		t.top = max(t.top, radius)
	}
	return t, blas64.General{Rows: m, Cols: m, Stride: m, Data: q}
}

// tridiagonalFactor is T + αI = L D Lᵀ, L unit lower bidiagonal.
type tridiagonalFactor struct {
	d, l []float64 // m; l[0] is 0
}

// factor decomposes T + αI. Pivots are kept above rounding, so α may be very small.
func (t *tridiagonal) factor(alpha float64) *tridiagonalFactor {
	m := len(t.diagonal)
	f := &tridiagonalFactor{d: make([]float64, m), l: make([]float64, m)}
	least := alpha/2 + rankTolerance(m, m)*t.top/16
	for k := range m {
		f.d[k] = t.diagonal[k] + alpha
		if k > 0 {
			f.l[k] = t.offDiagonal[k-1] / f.d[k-1]
			f.d[k] -= f.l[k] * t.offDiagonal[k-1]
		}
		f.d[k] = max(f.d[k], least)
	}
	return f
}

// forward returns L⁻¹ z.
func (f *tridiagonalFactor) forward(z []float64) []float64 {
	x := append([]float64(nil), z...)
	for k := 1; k < len(x); k++ {
		x[k] -= f.l[k] * x[k-1]
	}
	return x
}

// solve replaces x by (T+αI)⁻¹ x.
func (f *tridiagonalFactor) solve(x []float64) {
	copy(x, f.forward(x))
	for k := range x {
		x[k] /= f.d[k]
	}
	for k := len(x) - 1; k > 0; k-- {
		x[k-1] -= f.l[k] * x[k]
	}
}

// products sets quad[i] to rᵢᵀ(T+αI)⁻¹rᵢ and lin[i] to rᵢᵀ(T+αI)⁻¹z for the columns rᵢ of rt (m x n
// by rows); forward is L⁻¹z. quad, lin and x have length n.
func (f *tridiagonalFactor) products(quad, lin, x, rt, forward []float64) {
	n := len(quad)
	lin, x = lin[:n], x[:n]
	clear(quad)
	clear(lin)
	clear(x)
	for k, l := range f.l {
		row := rt[k*n : k*n+n]
		inverse := 1 / f.d[k]
		scaled := forward[k] * inverse
		for i, r := range row {
			v := r - l*x[i]
			x[i] = v
			quad[i] += v * v * inverse
			lin[i] += v * scaled
		}
	}
}
