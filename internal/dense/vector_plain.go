package dense

// manyProducts is the number of products from which sixteen sums are used.
const manyProducts = 128

// dotPlain returns Σ xᵢyᵢ. Products go to sixteen sums in turn, so that additions need not wait for
// one another. The last ones, and all if they are fewer than manyProducts, go to the first four.
func dotPlain(x, y []float64) float64 {
	var s [16]float64
	y = y[:len(x)]
	i := 0
	if len(x) >= manyProducts {
		for ; i+16 <= len(x); i += 16 {
			p, q := x[i:i+16:i+16], y[i:i+16:i+16]
			for k := range s {
				s[k] += float64(p[k] * q[k])
			}
		}
	}
	for ; i+4 <= len(x); i += 4 {
		for k := range 4 {
			s[k] += float64(x[i+k] * y[i+k])
		}
	}
	for k := range 4 {
		s[k] = s[k] + s[k+4] + (s[k+8] + s[k+12])
	}
	for ; i < len(x); i++ {
		s[0] += float64(x[i] * y[i])
	}
	return s[0] + s[2] + (s[1] + s[3])
}

// multiplyPlain computes y = Ax.
func multiplyPlain(y, a []float64, stride int, x []float64) {
	for i := range y {
		y[i] = dotPlain(x, a[i*stride:][:len(x)])
	}
}

// addScaledPlain computes y += a·x.
func addScaledPlain(y []float64, a float64, x []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(a * v)
	}
}

// scaleShiftedPlain computes yᵢ = a·sᵢ·(xᵢ + b).
func scaleShiftedPlain(y []float64, a float64, s, x []float64, b float64) {
	s, x = s[:len(y)], x[:len(y)]
	for i, v := range s {
		y[i] = a * v * (x[i] + b)
	}
}
