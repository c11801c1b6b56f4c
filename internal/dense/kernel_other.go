//go:build !amd64

package dense

func subtract(c []float64, stride int, a, b []float64, k int) {
	subtractPlain(c, stride, a, b, k)
}
