package dense

// addScaledAVX2 is addScaledPlain with vectors of four, to the same bits.
//
//go:noescape
func addScaledAVX2(y *float64, a float64, x *float64, n int)

// AddScaled computes y += a·x over the length of x.
func AddScaled(y []float64, a float64, x []float64) {
	y = y[:len(x)] // the assembly has no bounds checks of its own
	if !hasAVX2 || len(x) == 0 {
		addScaledPlain(y, a, x)
		return
	}
	addScaledAVX2(&y[0], a, &x[0], len(x))
}
