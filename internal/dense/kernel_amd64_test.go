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
		many := func(n int) []float64 { return arbitrary(n, raw, rng) }
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

// arbitrary returns random numbers and some made of the raw bytes.
func arbitrary(n int, raw []byte, rng *rand.Rand) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
		if len(raw) >= 8 && rng.IntN(2) == 0 {
			at := rng.IntN(len(raw) - 7)
			v[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[at:]))
		}
	}
	return v
}

// FuzzVector compares the assembly of [Dot], [Multiply], [AddScaled], [ScaleShifted],
// [SolveTransposed] and [Logistic] with Go on arbitrary bits.
func FuzzVector(f *testing.F) {
	if !hasAVX2 {
		f.Skip("the processor has no AVX2")
	}
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x7f, 1, 0, 0, 0, 0, 0, 0, 0}, uint16(40), uint64(2)) // Inf
	for seed := range uint64(300) {
		f.Add([]byte{}, uint16(seed), seed)
	}
	f.Fuzz(func(t *testing.T, raw []byte, n uint16, seed uint64) {
		n %= 600
		rng := rand.New(rand.NewPCG(seed, 0))
		x, y := arbitrary(int(n), raw, rng), arbitrary(int(n)+rng.IntN(5), raw, rng)
		if got, want := Dot(x, y), dotPlain(x, y); !same([]float64{got}, []float64{want}) {
			t.Errorf("n = %d: %v, want %v", n, got, want)
		}
		if n > 0 {
			rows, stride := rng.IntN(9), int(n)+rng.IntN(3)
			matrix := arbitrary(10*stride, raw, rng)
			got, want := make([]float64, rows), make([]float64, rows)
			Multiply(got, matrix, stride, x)
			multiplyPlain(want, matrix, stride, x)
			if !same(got, want) {
				t.Errorf("%d rows of %d: %v, want %v", rows, n, got, want)
			}
			rest, want := slices.Clone(y), slices.Clone(y)
			subtractFour(rest[:n], matrix, stride, matrix[4*stride:][:4:4])
			subtractFourPlain(want[:n], matrix, stride, matrix[4*stride:][:4:4])
			if !same(rest, want) {
				t.Errorf("four rows of %d: %v, want %v", n, rest, want)
			}
		}
		want := slices.Clone(y)
		a, b := arbitrary(1, raw, rng)[0], arbitrary(1, raw, rng)[0]
		addScaledPlain(want, a, x)
		AddScaled(y, a, x)
		if !same(y, want) {
			t.Errorf("n = %d: %v, want %v", n, y, want)
		}
		want = slices.Clone(y)
		logisticPlain(want[:n], x, y)
		Logistic(y[:n], x, y)
		if !same(y, want) {
			t.Errorf("n = %d: %v, want %v", n, y, want)
		}
		shifted := arbitrary(len(x)+rng.IntN(5), raw, rng)
		want = slices.Clone(shifted)
		scaleShiftedPlain(want[:n], a, y, x, b)
		ScaleShifted(shifted[:n], a, y, x, b)
		if !same(shifted, want) {
			t.Errorf("n = %d: %v, want %v", n, shifted, want)
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
	t.Run("Dot", TestDot)
	t.Run("Multiply", TestMultiply)
	t.Run("AddScaled", TestAddScaled)
	t.Run("ScaleShifted", TestScaleShifted)
	t.Run("SolveTransposed", TestSolveTransposed)
	t.Run("Logistic", TestLogistic)
}
