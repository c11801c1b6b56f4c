package dense

import "math"

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
	u01, u02, u03 := r0[1]*inverse, r0[2]*inverse, r0[3]*inverse
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
	r0[0], r0[1], r0[2], r0[3] = d0, u01, u02, u03
	r1[0], r1[1], r1[2] = d1, u12, u13
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
