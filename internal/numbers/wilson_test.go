package numbers

import (
	"math"
	"testing"
)

// TestWilson compares with known intervals and with the equation that defines the limits.
func TestWilson(t *testing.T) {
	for n := 1; n < 200; n += 7 {
		for k := range n + 1 {
			for _, x := range Wilson(k, n) { // (p-x)² = z² x(1-x)/n
				d := math.Pow(float64(k)/float64(n)-x, 2) - normal95*normal95*x*(1-x)/float64(n)
				if math.Abs(d) > 1e-12 {
					t.Errorf("the limit %v of %d of %d is off by %v", x, k, n, d)
				}
			}
		}
	}
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, 0.2775327998628892},
		{5, 10, 0.2365930905125640, 0.7634069094874360},
		{10, 10, 0.7224672001371107, 1},
		{1, 1, 0.20654931437723745, 1},
	} {
		got := Wilson(c.k, c.n)
		if math.Abs(got[0]-c.low) > 1e-4 || math.Abs(got[1]-c.high) > 1e-4 {
			t.Errorf("Wilson(%d, %d) = %v, expected [%v, %v]", c.k, c.n, got, c.low, c.high)
		}
	}
}
