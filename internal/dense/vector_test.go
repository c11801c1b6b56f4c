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

// TestMultiply compares with the sums of [Dot].
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range 40 {
		for rows := range 7 {
			a, x, y := matrix(rows, n+2, n+2, rng), matrix(1, n, n+1, rng)[:n], make([]float64, rows)
			Multiply(y, a, n+2, x)
			for i, v := range y {
				if want := Dot(x, a[i*(n+2):]); v != want {
					t.Errorf("row %d of %d x %d: %v, want %v", i, rows, n, v, want)
				}
			}
		}
	}
}

// TestSolveTransposed compares with a plain loop to the bit, and checks that nothing else changes.
func TestSolveTransposed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 100 {
		u, x := triangle(n, n+3, rng), matrix(1, n+8, n+8, rng)
		want := slices.Clone(x)
		for i := range n {
			want[i] /= u[i*(n+3)+i]
			for j := i + 1; j < n; j++ {
				want[j] -= float64(u[i*(n+3)+j] * want[i])
			}
		}
		SolveTransposed(u, n, n+3, x)
		if !same(x, want) {
			t.Errorf("n = %d: %v, want %v", n, x, want)
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

// TestLogistic compares with the formula, of all sizes, where it saturates too.
func TestLogistic(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 100 {
		x, b, y := make([]float64, n), make([]float64, n+2), make([]float64, n+1)
		for i := range x {
			x[i], b[i] = 10*rng.NormFloat64(), rng.NormFloat64()
			if i%7 == 0 {
				x[i] *= 30
			}
		}
		y[n] = 7 // is not written
		Logistic(y[:n], x, b)
		for i, v := range x {
			want := 1 / (1 + math.Exp(-(v + b[i])))
			if v+b[i] > -690 && math.Abs(y[i]-want) > 2e-15*want {
				t.Errorf("%v: %v, want %v", v+b[i], y[i], want)
			}
		}
		if y[n] != 7 {
			t.Error("writes too much")
		}
	}
	special := []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, 1e300}
	y := make([]float64, len(special))
	Logistic(y, special, make([]float64, len(special)))
	if y[0] != 1 || y[1] > 1e-300 || !math.IsNaN(y[2]) || y[3] != .5 || y[4] != 1 {
		t.Errorf("of %v: %v", special, y)
	}
}
