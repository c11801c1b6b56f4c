package embed

import (
	"cmp"
	"math"
	"slices"
)

// newSquare returns an n x n matrix of zeros as rows.
func newSquare(n int) [][]float64 {
	rows := make([][]float64, n)
	all := make([]float64, n*n)
	for i := range rows {
		rows[i] = all[i*n : (i+1)*n : (i+1)*n]
	}
	return rows
}

// symmetricEigen returns the eigenvalues of the symmetric n x n matrix a in descending order,
// with orthonormal eigenvectors. It overwrites a. The largest component of each vector, the
// first among equals, is positive.
//
// It is Jacobi's cyclic method in plain loops: optimised libraries sum in an order that
// depends on memory alignment, so that results would not repeat to the bit.
//
// Source: Golub and Van Loan, Matrix Computations, 4th ed., section 8.5.
func symmetricEigen(a [][]float64) (values []float64, vectors [][]float64) {
	n := len(a)
	u := newSquare(n) // rows are the vectors
	var total float64
	for i := range u {
		u[i][i] = 1
		for _, x := range a[i] {
			total += x * x
		}
	}
	for range 60 { // it converges quadratically, after about 8 sweeps
		var off float64
		for i := range a {
			for _, x := range a[i][:i] {
				off += x * x
			}
		}
		if off <= 1e-32*total {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, u, p, q)
			}
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[j][j], a[i][i]) })
	for _, i := range order {
		values = append(values, a[i][i])
		orient(u[i])
		vectors = append(vectors, u[i])
	}
	return values, vectors
}

// rotate zeroes a[p][q] by a rotation of rows and columns p and q.
func rotate(a, u [][]float64, p, q int) {
	ap, aq := a[p], a[q]
	if ap[q] == 0 {
		return
	}
	theta := (aq[q] - ap[p]) / (2 * ap[q])
	t := 1 / (math.Abs(theta) + math.Hypot(theta, 1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(1+t*t)
	s := t * c
	pp, qq, pq := ap[p], aq[q], ap[q]
	for k := range ap {
		x, y := ap[k], aq[k]
		ap[k], aq[k] = c*x-s*y, s*x+c*y
	}
	ap[p], aq[q], ap[q], aq[p] = pp-t*pq, qq+t*pq, 0, 0
	for k := range a {
		if k != p && k != q {
			a[k][p], a[k][q] = ap[k], aq[k]
		}
	}
	up, uq := u[p], u[q]
	for k := range up {
		x, y := up[k], uq[k]
		up[k], uq[k] = c*x-s*y, s*x+c*y
	}
}

// orient flips the sign of x if its largest component is negative: the sign of an
// eigenvector is arbitrary.
func orient(x []float64) {
	var top float64
	for _, a := range x {
		if math.Abs(a) > math.Abs(top) {
			top = a
		}
	}
	if top < 0 {
		for j := range x {
			x[j] = -x[j]
		}
	}
}
