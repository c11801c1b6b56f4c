package dense

// dotAVX2 is dotPlain with vectors of four, to the same bits.
//
//go:noescape
func dotAVX2(x, y *float64, n int) float64

// addScaledAVX2 is addScaledPlain with vectors of four, to the same bits.
//
//go:noescape
func addScaledAVX2(y *float64, a float64, x *float64, n int)

// scaleShiftedAVX2 is scaleShiftedPlain with vectors of four, to the same bits.
//
//go:noescape
func scaleShiftedAVX2(y *float64, a float64, s, x *float64, b float64, n int)

// Dot returns Σ xᵢyᵢ over the length of x, by sixteen sums.
func Dot(x, y []float64) float64 {
	y = y[:len(x)] // the assembly has no bounds checks of its own
	if !hasAVX2 || len(x) == 0 {
		return dotPlain(x, y)
	}
	return dotAVX2(&x[0], &y[0], len(x))
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
