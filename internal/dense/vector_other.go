//go:build !amd64

package dense

// Dot returns Σ xᵢyᵢ over the length of x, using sixteen sums.
func Dot(x, y []float64) float64 { return dotPlain(x, y[:len(x)]) }

// Multiply computes y = Ax for A with rows of the length of x. Each element is computed as by
// [Dot].
func Multiply(y, a []float64, stride int, x []float64) { multiplyPlain(y, a, stride, x) }

// AddScaled computes y += a·x over the length of x.
func AddScaled(y []float64, a float64, x []float64) { addScaledPlain(y[:len(x)], a, x) }

// ScaleShifted computes yᵢ = a·sᵢ·(xᵢ + b) over the length of y.
func ScaleShifted(y []float64, a float64, s, x []float64, b float64) {
	scaleShiftedPlain(y, a, s[:len(y)], x[:len(y)], b)
}

// Logistic computes yᵢ = 1/(1 + exp(-(xᵢ + bᵢ))) over the length of y.
func Logistic(y, x, b []float64) { logisticPlain(y, x[:len(y)], b[:len(y)]) }

func subtractFour(y, a []float64, stride int, x []float64) { subtractFourPlain(y, a, stride, x) }

func subtract(c []float64, stride int, a, b []float64, k int) {
	subtractPlain(c, stride, a, b, k)
}
