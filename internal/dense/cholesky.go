package dense

import "math"

// Cholesky overwrites the upper triangle of a symmetric matrix A, n x n, by that of U, A = UᵀU. It
// returns false if A is not positive definite; a is then unusable.
func Cholesky(a []float64, n, stride int) bool {
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
			subtractProduct(a[(start+rows)*stride+start+rows:], rest, rest, stride, p, rows, p,
				rows, 0)
		}
	}
	return true
}

// factorize is the plain decomposition of a small matrix.
func factorize(a []float64, n, stride int) bool {
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
