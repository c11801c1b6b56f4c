package dense

import "golang.org/x/sys/cpu"

// multiplyAVX2 is dotPlain with vectors of four, to the same bits, for each row of a matrix.
//
//go:noescape
func multiplyAVX2(y, a *float64, stride int, x *float64, n, rows int)

// multiplyFourAVX2 is multiplyAVX2 for four rows of less than [manyProducts].
//
//go:noescape
func multiplyFourAVX2(y, a *float64, stride int, x *float64, n int)

// addScaledAVX2 is addScaledPlain with vectors of four, to the same bits.
//
//go:noescape
func addScaledAVX2(y *float64, a float64, x *float64, n int)

// scaleShiftedAVX2 is scaleShiftedPlain with vectors of four, to the same bits.
//
//go:noescape
func scaleShiftedAVX2(y *float64, a float64, s, x *float64, b float64, n int)

// Dot returns Σ xᵢyᵢ over the length of x, using sixteen sums.
func Dot(x, y []float64) float64 {
	y = y[:len(x)] // the assembly has no bounds checks of its own
	if !hasAVX2 || len(x) == 0 {
		return dotPlain(x, y)
	}
	var sum float64
	multiplyAVX2(&sum, &x[0], 0, &y[0], len(x), 1)
	return sum
}

// Multiply computes y = Ax for A with rows of the length of x. Each element is computed as by
// [Dot].
func Multiply(y, a []float64, stride int, x []float64) {
	if !hasAVX2 || len(x) == 0 || len(y) == 0 {
		multiplyPlain(y, a, stride, x)
		return
	}
	_ = a[(len(y)-1)*stride+len(x)-1]
	if len(x) < manyProducts && len(y) >= 4 {
		for i := 0; i < len(y); i += 4 {
			i = min(i, len(y)-4) // the last four rows, some of them once more
			multiplyFourAVX2(&y[i], &a[i*stride], stride, &x[0], len(x))
		}
		return
	}
	multiplyAVX2(&y[0], &a[0], stride, &x[0], len(x), len(y))
}

// AddScaled computes y += a·x over the length of x.
func AddScaled(y []float64, a float64, x []float64) {
	y = y[:len(x)]
	if !hasAVX2 || len(x) == 0 {
		addScaledPlain(y, a, x)
		return
	}
	addScaledAVX2(&y[0], a, &x[0], len(x))
}

// ScaleShifted computes yᵢ = a·sᵢ·(xᵢ + b) over the length of y.
func ScaleShifted(y []float64, a float64, s, x []float64, b float64) {
	s, x = s[:len(y)], x[:len(y)]
	if !hasAVX2 || len(y) == 0 {
		scaleShiftedPlain(y, a, s, x, b)
		return
	}
	scaleShiftedAVX2(&y[0], a, &s[0], &x[0], b, len(y))
}

// subtractFourAVX2 is subtractFourPlain with vectors of four, to the same bits.
//
//go:noescape
func subtractFourAVX2(y, a *float64, stride int, x *float64, n int)

// subtractFour computes y -= Aᵀx; see [subtractFourPlain].
func subtractFour(y, a []float64, stride int, x []float64) {
	if !hasAVX2 || len(y) == 0 {
		subtractFourPlain(y, a, stride, x)
		return
	}
	_, _ = a[3*stride+len(y)-1], x[3]
	subtractFourAVX2(&y[0], &a[0], stride, &x[0], len(y))
}

// logisticAVX2 is logisticPlain with vectors of four, to the same bits. n is a multiple of 4.
//
//go:noescape
func logisticAVX2(y, x, b, table *float64, n int)

// Logistic computes yᵢ = 1/(1 + exp(-(xᵢ + bᵢ))) over the length of y.
func Logistic(y, x, b []float64) {
	x, b = x[:len(y)], b[:len(y)]
	fours := 0
	if hasAVX2 && len(y) >= 4 {
		fours = len(y) &^ 3
		logisticAVX2(&y[0], &x[0], &b[0], &logisticTable[0], fours)
	}
	logisticPlain(y[fours:], x[fours:], b[fours:])
}

var hasAVX2 = cpu.X86.HasAVX2

// subtractAVX2 is subtractPlain with vectors of four, to the same bits.
//
//go:noescape
func subtractAVX2(c *float64, stride int, a, b *float64, k int)

// subtract computes c -= aᵀb for a full tile; see [subtractPlain].
func subtract(c []float64, stride int, a, b []float64, k int) {
	if !hasAVX2 || k == 0 {
		subtractPlain(c, stride, a, b, k)
		return
	}
	// The assembly has no bounds checks of its own.
	_ = c[(tileRows-1)*stride+tileCols-1]
	_ = a[(k-1)*tileCols+tileRows-1]
	_ = b[k*tileCols-1]
	subtractAVX2(&c[0], stride, &a[0], &b[0], k)
}
