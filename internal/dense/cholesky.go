// Package dense decomposes dense matrices: Cholesky with and without pivots, and triangular
// solves. Matrices are stored by rows, element (i, j) at i*stride+j. Of symmetric
// matrices and triangular factors only the upper triangle is used; the rest is left unchanged. It
// also has operations on vectors (vector.go, logistic.go).
//
// Nearly all of the work is one operation, C -= AᵀB on a tile of 4 x 8 elements (panel.go). Each
// element subtracts its products one after the other, rounded after each multiplication and each
// subtraction. The Cholesky decompositions and the sums of products therefore equal those of plain
// loops to the bit, whatever the block size, and all results are the same whether or not the
// processor has vectors of four (the files *_amd64.s), and however many processors share the work
// (panel.go).
package dense

import (
	"math"
	"sync"
)

// Cholesky overwrites the upper triangle of a symmetric matrix A, n x n, with that of U, where A =
// UᵀU. It returns false if A is not positive definite; a is then unusable.
func Cholesky(a []float64, n, stride int) bool {
	if n <= tileRows {
		return factorize(a, n, stride)
	}
	p := borrow(n)
	defer p.release()
	for start := 0; start < n; start += depth {
		rows, cols := min(depth, n-start), n-start
		p.rows = 0
		for r := 0; r < rows; r += tileRows {
			height, strip := min(tileRows, rows-r), r/tileCols*tileCols
			row := a[(start+r)*stride+start:]
			subtractProduct(row[strip:], height, cols-strip, stride, p, r, p, strip, r-strip)
			if !factorize(row[r:], height, stride) {
				return false
			}
			if right := r + height; right < cols {
				eliminate(row[r:], stride, row[right:], height, cols-right, stride)
			}
			p.add(row[r:], stride, height, r, cols-r)
		}
		if rest := cols - rows; rest > 0 {
			subtractProductShared(a[(start+rows)*stride+start+rows:], rest, rest, stride, p, rows, p,
				rows, 0)
		}
	}
	return true
}

// factorizeFour is [factorize] for n = 4.
func factorizeFour(a []float64, stride int) bool {
	r0, r1 := a[:4:4], a[stride+1:][:3:3]
	r2, r3 := a[2*stride+2:][:2:2], a[3*stride+3:][:1:1]
	if !(r0[0] > 0) {
		return false
	}
	d0 := math.Sqrt(r0[0])
	inverse := 1 / d0
	u01 := r0[1] * inverse
	u02 := r0[2] * inverse
	u03 := r0[3] * inverse
	v := r1[0] - float64(u01*u01)
	if !(v > 0) {
		return false
	}
	d1 := math.Sqrt(v)
	inverse = 1 / d1
	u12 := (r1[1] - float64(u01*u02)) * inverse
	u13 := (r1[2] - float64(u01*u03)) * inverse
	if v = r2[0] - float64(u02*u02) - float64(u12*u12); !(v > 0) {
		return false
	}
	d2 := math.Sqrt(v)
	u23 := (r2[1] - float64(u02*u03) - float64(u12*u13)) * (1 / d2)
	if v = r3[0] - float64(u03*u03) - float64(u13*u13) - float64(u23*u23); !(v > 0) {
		return false
	}
	r0[0] = d0
	r0[1] = u01
	r0[2] = u02
	r0[3] = u03
	r1[0] = d1
	r1[1] = u12
	r1[2] = u13
	r2[0], r2[1] = d2, u23
	r3[0] = math.Sqrt(v)
	return true
}

// factorize is the plain decomposition of a small matrix.
func factorize(a []float64, n, stride int) bool {
	if n == tileRows {
		return factorizeFour(a, stride)
	}
	for i := range n {
		row := a[i*stride : i*stride+n]
		for t := range i {
			above := a[t*stride : t*stride+n]
			for j := i; j < n; j++ {
				row[j] -= float64(above[i] * above[j])
			}
		}
		if !(row[i] > 0) {
			return false
		}
		row[i] = math.Sqrt(row[i])
		inverse := 1 / row[i]
		for j := i + 1; j < n; j++ {
			row[j] *= inverse
		}
	}
	return true
}

// Factor is the Cholesky factor U of a symmetric positive definite matrix A = UᵀU.
type Factor struct {
	n int
	u []float64 // n x n by rows, the upper triangle
}

// Factorize overwrites the upper triangle of A, n x n by rows, with its factor. The Factor keeps a.
// If A is not positive definite, Factorize returns nil and a is unusable.
func Factorize(a []float64, n int) *Factor {
	if !Cholesky(a, n, n) {
		return nil
	}
	return &Factor{n, a}
}

// SolveTransposed overwrites x with U⁻ᵀx, whose squared norm is xᵀA⁻¹x.
func (f *Factor) SolveTransposed(x []float64) { SolveTransposed(f.u, f.n, f.n, x) }

// Solve overwrites x with A⁻¹x.
func (f *Factor) Solve(x []float64) {
	f.SolveTransposed(x)
	Solve(f.u, f.n, f.n, x)
}

// LogDet returns log|A|.
func (f *Factor) LogDet() float64 {
	var sum float64
	for i := range f.n {
		sum += math.Log(f.u[i*f.n+i])
	}
	return 2 * sum
}

// Inverse returns the upper triangle of A⁻¹, n x n by rows, with zeros below it.
func (f *Factor) Inverse() []float64 {
	inverse := make([]float64, f.n*f.n)
	w := make([]float64, f.n*f.n)
	invertTransposed(f.u, f.n, f.n, w)
	AddInner(inverse, f.n, f.n, w, f.n, f.n)
	return inverse
}

// InverseDiagonal returns the diagonal of (UᵀU)⁻¹, where U is the upper triangle of u, n x n.
func InverseDiagonal(u []float64, n, stride int) []float64 {
	s := squares.Get().(*square)
	defer squares.Put(s)
	w := s.zeros(n * n)
	invertTransposed(u, n, stride, w)
	diagonal := make([]float64, n)
	for i := range n {
		for j, v := range w[i*n : i*n+i+1] {
			diagonal[j] += float64(v * v)
		}
	}
	return diagonal
}

// square is memory for an inverse, reused because a search asks for the diagonals of many inverses
// of the same size.
type square struct{ data []float64 }

var squares = sync.Pool{New: func() any { return new(square) }}

func (s *square) zeros(size int) []float64 {
	if cap(s.data) < size {
		s.data = make([]float64, size)
		return s.data
	}
	s.data = s.data[:size]
	clear(s.data)
	return s.data
}

// invertTransposed sets w, which is zero, to W = U⁻ᵀ, n x n, a lower triangle with zeros above it.
// (UᵀU)⁻¹ is WᵀW.
func invertTransposed(u []float64, n, stride int, w []float64) {
	for i := range n {
		w[i*n+i] = 1
	}
	solveTransposed(u, n, stride, w, n, func(end int) int { return end })
}
