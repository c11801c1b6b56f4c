package dense

// dotAVX2 is dotPlain with vectors of four, to the same bits.
//
//go:noescape
func dotAVX2(x, y *float64, n int) float64

// addScaledAVX2 is addScaledPlain with vectors of four, to the same bits.
//
//go:noescape
func addScaledAVX2(y *float64, a float64, x *float64, n int)

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
