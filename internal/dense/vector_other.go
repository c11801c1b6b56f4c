//go:build !amd64

package dense

// AddScaled computes y += a·x over the length of x.
func AddScaled(y []float64, a float64, x []float64) { addScaledPlain(y[:len(x)], a, x) }
