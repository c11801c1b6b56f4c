package dense

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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
