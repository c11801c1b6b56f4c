package dense

// addScaledPlain computes y += a·x.
func addScaledPlain(y []float64, a float64, x []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(a * v)
	}
}
