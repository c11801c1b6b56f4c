package dense

import "math"

const (
	// pivotedDepth is the number of rows of [PivotedCholesky] that are computed before the rest of
	// the matrix is updated. It is small, since single rows are slower.
	pivotedDepth = 16
	// renewal is the number of rows that share one sum of squares, as in LAPACK's Dpstrf with
	// blocks of 64, so that the pivots are the same.
	renewal = 64
)

// PivotedCholesky decomposes a symmetric positive semidefinite matrix A, n x n, by PᵀAP = UᵀU,
// where U is rank x n. It overwrites the upper triangle of A with U and sets pivots to the row and
// column of A of each row of PᵀAP. The next pivot is the first of the largest remaining diagonal
// elements. The decomposition ends when that is at most tol, not positive, or NaN. The algorithm is
// LAPACK's Dpstrf; see Lucas, "LAPACK-Style Codes for Level 2 and 3 Pivoted Cholesky
// Factorizations" (2004).
func PivotedCholesky(a []float64, n, stride int, pivots []int, tol float64) (rank int) {
	f := &pivoted{a: a, n: n, stride: stride, pivots: pivots, base: make([]float64, n),
		squares: make([]float64, n)}
	for i := range n {
		pivots[i], f.base[i] = i, a[i*stride+i]
	}
	p := borrow(n)
	defer p.release()
	for start := 0; start < n; start += pivotedDepth {
		end := min(n, start+pivotedDepth)
		if start%renewal == 0 {
			for i := start; i < n; i++ {
				f.base[i], f.squares[i] = a[i*stride+i], 0
			}
		}
		for j := start; j < end; j++ {
			pivot, left := f.maxDiagonal(j)
			if !(left > max(tol, 0)) {
				return j
			}
			f.exchange(j, pivot)
			f.row(start, j, left)
		}
		if end < n {
			p.rows = 0
			p.add(a[start*stride+end:], stride, end-start, 0, n-end)
			subtractProductShared(a[end*stride+end:], n-end, n-end, stride, p, 0, p, 0, 0)
		}
	}
	return n
}

// pivoted is the state of a decomposition.
type pivoted struct {
	a         []float64
	n, stride int
	pivots    []int
	// Element i of the remaining diagonal is base[i] - squares[i].
	base, squares []float64
}

// maxDiagonal returns the largest element of the remaining diagonal from j on. NaN counts only at
// j, as in LAPACK.
func (f *pivoted) maxDiagonal(j int) (pivot int, left float64) {
	pivot, left = j, f.base[j]-f.squares[j]
	for i := j + 1; i < f.n; i++ {
		if v := f.base[i] - f.squares[i]; v > left {
			pivot, left = i, v
		}
	}
	return pivot, left
}

// exchange swaps rows and columns j < i.
func (f *pivoted) exchange(j, i int) {
	if i == j {
		return
	}
	a, s := f.a, f.stride
	a[i*s+i] = a[j*s+j]
	for t := range j {
		a[t*s+j], a[t*s+i] = a[t*s+i], a[t*s+j]
	}
	for t := j + 1; t < i; t++ {
		a[j*s+t], a[t*s+i] = a[t*s+i], a[j*s+t]
	}
	for t := i + 1; t < f.n; t++ {
		a[j*s+t], a[i*s+t] = a[i*s+t], a[j*s+t]
	}
	f.base[i], f.squares[i] = f.base[j], f.squares[j]
	f.pivots[i], f.pivots[j] = f.pivots[j], f.pivots[i]
}

// row computes row j of U, to which the rows before start were applied already. The pivot remains.
func (f *pivoted) row(start, j int, left float64) {
	s := f.stride
	row := f.a[j*s+j+1 : j*s+f.n]
	t := start
	for ; t+4 <= j; t += 4 {
		above := f.a[t*s+j:]
		column := [4]float64{above[0], above[s], above[2*s], above[3*s]}
		subtractFour(row, above[1:], s, column[:])
	}
	for ; t < j; t++ {
		above := f.a[t*s+j : t*s+f.n]
		for i, v := range above[1:] {
			row[i] -= float64(above[0] * v)
		}
	}
	root := math.Sqrt(left)
	f.a[j*s+j] = root
	inverse := 1 / root
	squares := f.squares[j+1:]
	for i := range row {
		v := row[i] * inverse
		row[i] = v
		squares[i] += float64(v * v)
	}
}
