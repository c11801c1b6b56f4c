package dense

import "math"

// reflections is the number of rows of [Tridiagonalise] that are reduced before the rest of the
// matrix is updated. Two panels of them go to the kernel at once.
const reflections = depth / 2

// negligible is the square of a length that counts as 0 if the largest element of the matrix is
// about 1. Squares not much smaller lose digits.
const negligible = 1e-280

// Tridiagonalise decomposes a symmetric matrix A, n x n, by A = QTQᵀ with an orthogonal Q, n x n by
// rows of length n, and a tridiagonal T. It overwrites the upper triangle of A and sets the
// diagonal of T, of length n, and its off-diagonal, of length n-1. The algorithm is that of
// LAPACK's Dsytrd and Dorgtr, Householder reflections in blocks; see Dongarra, Hammarling and
// Sorensen, "Block reduction of matrices to condensed forms for eigenvalue computations" (1989).
func Tridiagonalise(a []float64, n, stride int, diagonal, beside []float64) (q []float64) {
	scale := normalise(a, n, stride)
	tau := make([]float64, n)
	w := make([]float64, reflections*n)
	for start := 0; start < n; start += reflections {
		end := min(n, start+reflections)
		for i := start; i < end; i++ {
			row := a[i*stride+i : i*stride+n]
			for t := start; t < i; t++ {
				vt, wt := a[t*stride+i:t*stride+n], w[(t-start)*n+i:][:n-i]
				subtractTwo(row, vt[0], wt, wt[0], vt)
			}
			diagonal[i] = row[0] * scale
			if i == n-1 {
				break
			}
			var next float64
			next, tau[i] = reflection(row[1:])
			beside[i] = next * scale
			companion(w, a, start, i, n, stride, tau[i])
		}
		if end < n {
			subtractPairs(a[end*stride+end:], a[start*stride+end:], w[end:], end-start, n-end,
				stride, n)
		}
	}
	return orthogonal(a, n, stride, tau)
}

// normalise divides A by a power of two so that the largest element is about 1. It returns the
// power.
func normalise(a []float64, n, stride int) (scale float64) {
	var top float64
	for i := range n {
		for _, v := range a[i*stride+i : i*stride+n] {
			top = max(top, math.Abs(v))
		}
	}
	if top == 0 || top != top || math.IsInf(top, 0) {
		return 1
	}
	_, exponent := math.Frexp(top)
	exponent = min(1000, max(-1000, exponent))
	inverse := math.Ldexp(1, -exponent)
	for i := range n {
		row := a[i*stride+i : i*stride+n]
		for j := range row {
			row[j] *= inverse
		}
	}
	return math.Ldexp(1, exponent)
}

// reflection overwrites x by v with v₀ = 1 such that (I - tau·vvᵀ)x = next·e₀.
func reflection(x []float64) (next, tau float64) {
	square := dot(x[1:], x[1:])
	first := x[0]
	x[0] = 1
	if square < negligible {
		clear(x[1:])
		return first, 0
	}
	next = -math.Copysign(math.Sqrt(first*first+square), first)
	scale := 1 / (first - next)
	for j := range x[1:] {
		x[1+j] *= scale
	}
	return next, (next - first) / next
}

// companion computes row i of W, with which HAH = A - vwᵀ - wvᵀ for the reflection H of row i. The
// rows of a from start to i hold reflections that were not applied to the rows below yet.
func companion(w, a []float64, start, i, n, stride int, tau float64) {
	v := a[i*stride+i+1 : i*stride+n]
	wi := w[(i-start)*n+i+1:][:len(v)]
	MultiplySymmetric(wi, a[(i+1)*stride+i+1:], stride, v)
	for t := start; t < i; t++ {
		vt, wt := a[t*stride+i+1:t*stride+n], w[(t-start)*n+i+1:][:len(v)]
		subtractTwo(wi, dot(wt, v), vt, dot(vt, v), wt)
	}
	for j := range wi {
		wi[j] *= tau
	}
	half := tau / 2 * dot(wi, v)
	for j, u := range v {
		wi[j] -= float64(half * u)
	}
}

// subtractPairs computes C -= VᵀW + WᵀV in the upper triangle of C, n x n, for V and W of k x n.
func subtractPairs(c, v, w []float64, k, n, stride, wstride int) {
	left, right := borrow(n), borrow(n)
	defer left.release()
	defer right.release()
	left.add(v, stride, k, 0, n)
	left.add(w, wstride, k, 0, n)
	right.add(w, wstride, k, 0, n)
	right.add(v, stride, k, 0, n)
	subtractProductShared(c, n, n, stride, left, 0, right, 0, 0)
}

// orthogonal returns the product H₀H₁… of the reflections. Row i of a has v from column i+1 on.
func orthogonal(a []float64, n, stride int, tau []float64) []float64 {
	q := make([]float64, n*n)
	for i := range n {
		q[i*n+i] = 1
	}
	v, y := make([]float64, reflections*n), make([]float64, reflections*n)
	for start := (n - 1) / reflections * reflections; start >= 0; start -= reflections {
		// number of reflections, and of their elements
		k, m := min(reflections, n-1-start), n-1-start
		if k <= 0 {
			continue
		}
		for t := range k {
			row := v[t*m : (t+1)*m]
			clear(row[:t])
			copy(row[t:], a[(start+t)*stride+start+t+1:(start+t)*stride+n])
		}
		applyBlock(q[(start+1)*n+start+1:], n, m, v[:k*m], y[:k*m], tau[start:start+k])
	}
	return q
}

// applyBlock overwrites Q, m x m, by H₀H₁…Q = (I - VᵀSV)Q. The rows of V are the reflections and S
// is an upper triangle. y is scratch of the size of V.
func applyBlock(q []float64, stride, m int, v, y, tau []float64) {
	k := len(tau)
	left, right := borrow(m), borrow(m)
	defer left.release()
	defer right.release()
	clear(y)
	for from := 0; from < m; from += depth {
		rows := min(depth, m-from)
		left.rows, right.rows = 0, 0
		left.addTransposed(v[from:], m, rows, k)
		right.add(q[from*stride:], stride, rows, 0, m)
		subtractProduct(y, k, m, m, left, 0, right, 0, everywhere)
	}
	s := blockFactor(v, m, tau)
	for i := range k { // y is -VQ; now SVQ
		row := y[i*m : (i+1)*m]
		for j := range row {
			row[j] *= -s[i*k+i]
		}
		for t := i + 1; t < k; t++ {
			u := s[i*k+t]
			for j, b := range y[t*m : (t+1)*m] {
				row[j] -= float64(u * b)
			}
		}
	}
	left.rows, right.rows = 0, 0
	left.add(v, m, k, 0, m)
	right.add(y, m, k, 0, m)
	subtractProductShared(q, m, m, stride, left, 0, right, 0, everywhere)
}

// blockFactor returns S with H₀H₁… = I - VᵀSV, by rows.
func blockFactor(v []float64, m int, tau []float64) []float64 {
	k := len(tau)
	s := make([]float64, k*k)
	product := make([]float64, k)
	for i := range k {
		for t := range i {
			product[t] = dot(v[t*m+i:(t+1)*m], v[i*m+i:(i+1)*m])
		}
		for t := range i {
			s[t*k+i] = -tau[i] * dot(s[t*k+t:t*k+i], product[t:i])
		}
		s[i*k+i] = tau[i]
	}
	return s
}
