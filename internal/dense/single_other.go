//go:build !amd64

package dense

func tile(c []float32, ldc int, a []float32, lda int, b, bias []float32) {
	tilePlain(c, ldc, a, lda, b, bias)
}

// GELU replaces x by x·Φ(x), with the distribution function Φ of the normal distribution.
func GELU(x []float32) { geluPlain(x) }

// Softmax replaces x by exp(scale·x), divided by their sum. scale is positive.
func Softmax(x []float32, scale float32) { softmaxPlain(x, scale) }

// AddNorm adds y to x and scales the sum to mean 0 and variance 1, then by scale, and adds shift.
func AddNorm(x, y, scale, shift []float32, eps float32) {
	addNormPlain(x, y[:len(x)], scale[:len(x)], shift[:len(x)], eps)
}
