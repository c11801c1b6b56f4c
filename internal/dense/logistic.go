package dense

import "math"

// logisticTable holds the constants of [logisticPlain], each four times for vectors of four.
var logisticTable = func() (table [4 * 19]float64) {
	constants := [19]float64{
		-700, 700, // bounds of t
		math.Log2E, 0x1.8p52,
		0x1.62e42feep-1, 0x1.a39ef35793c76p-33, // ln 2 = the first, with few digits, + the second
		1,
	}
	factorial := 1.0
	for k := 2; k <= 13; k++ {
		factorial *= float64(k)
		constants[20-k] = 1 / factorial
	}
	for i := range table {
		table[i] = constants[i/4]
	}
	return table
}()

// logisticPlain computes yᵢ = 1/(1 + exp(-(xᵢ + bᵢ))), to about 1e-15 of yᵢ where that is above
// 1e-300. With t = -(x + b) = k·ln 2 + r and |r| ≤ ln(2)/2, exp(t) is 2ᵏ times the Taylor series of
// exp(r).
func logisticPlain(y, x, b []float64) {
	x, b = x[:len(y)], b[:len(y)]
	c := func(i int) float64 { return logisticTable[4*i] }
	for i, v := range x {
		t := 0 - (v + b[i])
		if c(0) > t {
			t = c(0)
		}
		if c(1) < t {
			t = c(1)
		}
		shifted := float64(t*c(2)) + c(3) // its last bits are those of k
		k := shifted - c(3)
		r := t - float64(k*c(4)) - float64(k*c(5))
		q := c(7)
		for j := 8; j < 19; j++ {
			q = float64(q*r) + c(j)
		}
		e := 1 + (r + float64(float64(r*r)*q))
		e = math.Float64frombits(math.Float64bits(e) + math.Float64bits(shifted)<<52)
		if y[i] = 1 / (1 + e); math.IsNaN(t) {
			y[i] = t
		}
	}
}
