package dense

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// FuzzSubtract compares the assembly with Go on arbitrary bits.
func FuzzSubtract(f *testing.F) {
	if !hasAVX2 {
		f.Skip("the processor has no AVX2")
	}
	f.Add([]byte{1, 2, 3}, uint8(0), uint8(9), uint64(1))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x7f, 1, 0, 0, 0, 0, 0, 0, 0}, uint8(3), uint8(64), uint64(2)) // Inf and a subnormal
	for seed := range uint64(20) {
		f.Add([]byte{}, uint8(seed%4), uint8(3*seed+1), seed)
	}
	f.Fuzz(func(t *testing.T, raw []byte, beyond, k uint8, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		number := func() float64 {
			if len(raw) >= 8 && rng.IntN(2) == 0 {
				at := rng.IntN(len(raw) - 7)
				return math.Float64frombits(binary.LittleEndian.Uint64(raw[at:]))
			}
			return rng.NormFloat64()
		}
		many := func(n int) []float64 {
			v := make([]float64, n)
			for i := range v {
				v[i] = number()
			}
			return v
		}
		stride := tileCols + int(beyond)
		c, a, b := many(tileRows*stride), many((int(k)+1)*tileCols), many((int(k)+1)*tileCols)
		want := slices.Clone(c)
		from := rng.IntN(2) * tileRows // either half of a strip
		subtract(c, stride, a[from:], b, int(k))
		subtractPlain(want, stride, a[from:], b, int(k))
		if !same(c, want) {
			t.Errorf("k = %d, stride %d:\n%v, want\n%v", k, stride, c, want)
		}
	})
}

// TestWithoutAVX2 runs tests that compare with plain loops on the kernel in Go.
func TestWithoutAVX2(t *testing.T) {
	defer func(has bool) { hasAVX2 = has }(hasAVX2)
	hasAVX2 = false
	t.Run("Cholesky", TestCholesky)
	t.Run("Pivoted", TestPivotedCholeskyOfEqualRows)
	t.Run("Add", TestAdd)
}
