package dense

// AddOuter computes C += AAᵀ in the upper triangle of C, n x n, for A of n x k.
func AddOuter(c []float64, n, cstride int, a []float64, k, astride int) {
	addProduct(c, n, cstride, k, func(p *panel, from, rows int) {
		p.addTransposed(a[from:], astride, rows, n)
	})
}

// AddInner computes C += AᵀA in the upper triangle of C, n x n, for A of k x n.
func AddInner(c []float64, n, cstride int, a []float64, k, astride int) {
	addProduct(c, n, cstride, k, func(p *panel, from, rows int) {
		p.add(a[from*astride:], astride, rows, 0, n)
	})
}

// addProduct does the work of [AddOuter] and [AddInner]. add puts rows of the k-row factor into a
// panel.
func addProduct(c []float64, n, cstride, k int, add func(p *panel, from, rows int)) {
	if n == 0 {
		return
	}
	left, right := borrow(n), borrow(n)
	defer left.release()
	defer right.release()
	for start := 0; start < k; start += depth {
		rows := min(depth, k-start)
		right.rows = 0
		add(right, start, rows)
		left.setNegative(right, n)
		subtractProductShared(c, n, n, cstride, left, 0, right, 0, 0)
	}
}
