package dense

// SolveTransposed overwrites x with U⁻ᵀx, where U is the upper triangle of u, n x n.
func SolveTransposed(u []float64, n, stride int, x []float64) {
	x = x[:n]
	for i := 0; i < n; i += 4 {
		small, rest := x[i:min(n, i+4)], x[min(n, i+4):]
		for t := range small {
			row := u[(i+t)*stride+i:][:len(small)]
			small[t] /= row[t]
			for j := t + 1; j < len(small); j++ {
				small[j] -= float64(row[j] * small[t])
			}
		}
		if len(rest) == 0 {
			return
		}
		subtractFour(rest, u[i*stride+i+4:], stride, small)
	}
}

// subtractFourPlain computes y -= Aᵀx, one row of A after the other, for A with four rows.
func subtractFourPlain(y, a []float64, stride int, x []float64) {
	a0, a1 := a[:len(y)], a[stride:][:len(y)]
	a2, a3 := a[2*stride:][:len(y)], a[3*stride:][:len(y)]
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	for j, v := range y {
		y[j] = v - float64(a0[j]*x0) - float64(a1[j]*x1) - float64(a2[j]*x2) - float64(a3[j]*x3)
	}
}

// Solve overwrites x with U⁻¹x, where U is the upper triangle of u, n x n.
func Solve(u []float64, n, stride int, x []float64) {
	x = x[:n]
	for i := n - 1; i >= 0; i-- {
		x[i] = (x[i] - dot(u[i*stride+i+1:i*stride+n], x[i+1:])) / u[i*stride+i]
	}
}

// SolveTransposedMany overwrites B, n x cols, with U⁻ᵀB, where U is the upper triangle of u, n x n.
func SolveTransposedMany(u []float64, n, stride int, b []float64, cols, bstride int) {
	if n <= tileRows {
		eliminate(u, stride, b, n, cols, bstride)
		return
	}
	solveTransposed(u, n, stride, b, bstride, func(int) int { return cols })
}

// solveTransposed does the work of [SolveTransposedMany]. Above row i, all columns from width(i) on
// are zero.
func solveTransposed(u []float64, n, stride int, b []float64, bstride int,
	width func(end int) int) {
	left, right := borrow(n), borrow(width(n))
	defer left.release()
	defer right.release()
	for start := 0; start < n; start += depth {
		rows, cols := min(depth, n-start), width(min(n, start+depth))
		left.rows, right.rows = 0, 0
		left.add(u[start*stride+start:], stride, rows, 0, n-start)
		for r := 0; r < rows; r += tileRows {
			height := min(tileRows, rows-r)
			row := b[(start+r)*bstride:]
			subtractProduct(row, height, cols, bstride, left, r, right, 0, everywhere)
			eliminate(u[(start+r)*stride+start+r:], stride, row, height, cols, bstride)
			right.add(row, bstride, height, 0, cols)
		}
		if rest := n - start - rows; rest > 0 {
			subtractProductShared(b[(start+rows)*bstride:], rest, cols, bstride, left, rows, right, 0,
				everywhere)
		}
	}
}

// eliminate overwrites B, n x cols, by U⁻ᵀB for n up to tileRows.
func eliminate(u []float64, ustride int, b []float64, n, cols, bstride int) {
	if n == tileRows {
		eliminateFour(u, ustride, b, cols, bstride)
		return
	}
	for i := range n {
		row := b[i*bstride : i*bstride+cols]
		for t := range i {
			v := u[t*ustride+i]
			for j, w := range b[t*bstride : t*bstride+cols] {
				row[j] -= float64(v * w)
			}
		}
		inverse := 1 / u[i*ustride+i]
		for j := range row {
			row[j] *= inverse
		}
	}
}

// eliminateFour is eliminate for n = 4, column by column.
func eliminateFour(u []float64, ustride int, b []float64, cols, bstride int) {
	u01 := u[1]
	u02 := u[2]
	u03 := u[3]
	u12 := u[ustride+2]
	u13 := u[ustride+3]
	u23 := u[2*ustride+3]
	d0 := 1 / u[0]
	d1 := 1 / u[ustride+1]
	d2 := 1 / u[2*ustride+2]
	d3 := 1 / u[3*ustride+3]
	b0 := b[:cols]
	b1 := b[bstride:][:cols]
	b2 := b[2*bstride:][:cols]
	b3 := b[3*bstride:][:cols]
	for j, v := range b0 {
		v0 := v * d0
		v1 := (b1[j] - float64(u01*v0)) * d1
		v2 := (b2[j] - float64(u02*v0) - float64(u12*v1)) * d2
		v3 := (b3[j] - float64(u03*v0) - float64(u13*v1) - float64(u23*v2)) * d3
		b0[j] = v0
		b1[j] = v1
		b2[j] = v2
		b3[j] = v3
	}
}

// SolveMany overwrites B, n x cols, with U⁻¹B, where U is the upper triangle of u, n x n.
func SolveMany(u []float64, n, stride int, b []float64, cols, bstride int) {
	// Reflected at the other diagonal, U is an upper triangle V, and Vᵀ is U with the order of rows
	// and columns reversed.
	v := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			v[(n-1-j)*n+n-1-i] = u[i*stride+j]
		}
	}
	reverse(b, n, cols, bstride)
	SolveTransposedMany(v, n, n, b, cols, bstride)
	reverse(b, n, cols, bstride)
}

// reverse reverses the order of the rows.
func reverse(b []float64, rows, cols, stride int) {
	for i := range rows / 2 {
		upper, lower := b[i*stride:][:cols], b[(rows-1-i)*stride:][:cols]
		for j, v := range upper {
			upper[j], lower[j] = lower[j], v
		}
	}
}
