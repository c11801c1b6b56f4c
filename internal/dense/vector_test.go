package dense

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDot compares with exact sums, at all places in memory.
func TestDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		x, y := matrix(1, n+8, n+8, rng), matrix(1, n+8, n+8, rng)
		x, y = x[n%5:][:n], y[n%3:] // y may be longer
		var want, size big.Float
		for i, v := range x {
			var product big.Float
			product.Mul(big.NewFloat(v), big.NewFloat(y[i]))
			want.Add(&want, &product)
			size.Add(&size, product.Abs(&product))
		}
		exact, _ := want.Float64()
		most, _ := size.Float64()
		if got := Dot(x, y); !(math.Abs(got-exact) <= float64(n)*0x1p-53*most) {
			t.Errorf("n = %d: %v, want %v", n, got, exact)
		}
	}
}

// TestAddScaled compares with a plain loop, and checks that nothing else changes.
func TestAddScaled(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 100 {
		x, y := matrix(1, n, n+1, rng)[:n], matrix(1, n+8, n+8, rng)
		want := slices.Clone(y)
		for i, v := range x {
			want[n%4+i] += float64(-.3 * v)
		}
		AddScaled(y[n%4:], -.3, x)
		if !same(y, want) {
			t.Errorf("n = %d: %v, want %v", n, y, want)
		}
	}
}

// TestScaleShifted compares with a plain loop, and checks that nothing else changes.
func TestScaleShifted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 100 {
		s, x, y := matrix(1, n, n+1, rng), matrix(1, n, n+1, rng), matrix(1, n+8, n+8, rng)
		want := slices.Clone(y)
		for i := range n {
			want[n%4+i] = -.3 * s[i] * (x[i] + .7)
		}
		ScaleShifted(y[n%4:][:n], -.3, s, x, .7)
		if !same(y, want) {
			t.Errorf("n = %d: %v, want %v", n, y, want)
		}
	}
}
