package dense

// AddOuter computes C += alpha·AᵀA in the upper triangle of C, n x n, for A of k x n.
func AddOuter(c []float64, n, cstride int, a []float64, k, astride int, alpha float64) {
	left, right := borrow(n), borrow(n)
	defer left.release()
	defer right.release()
	for start := 0; start < k; start += depth {
		rows := min(depth, k-start)
		left.rows, right.rows = 0, 0
		left.add(a[start*astride:], astride, rows, 0, n)
		right.add(a[start*astride:], astride, rows, 0, n)
		for i := range left.data {
			left.data[i] *= -alpha
		}
		subtractProduct(c, n, n, cstride, left, 0, right, 0, 0)
	}
}
