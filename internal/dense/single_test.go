package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func singles(n int, rng *rand.Rand) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// near fails if two lists of numbers differ by more than a part of 1, or of what was expected.
func near(t *testing.T, what string, got []float32, want []float64, within float64) {
	t.Helper()
	for i, w := range want {
		if d := math.Abs(float64(got[i]) - w); !(d <= within*max(1, math.Abs(w))) {
			t.Fatalf("%s: element %d is %v, expected %v", what, i, got[i], w)
		}
	}
}

// product multiplies matrices as the textbook says.
func product(a []float32, lda, m int, b []float32, k, n int, bias []float32) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			s := float64(bias[j])
			for p := range k {
				s += float64(a[i*lda+p]) * float64(b[p*n+j])
			}
			c[i*n+j] = s
		}
	}
	return c
}

func TestPacked(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 0))
		var p Packed // used again, larger and smaller
		for _, size := range [][3]int{{1, 1, 1}, {12, 5, 32}, {13, 7, 33}, {30, 64, 26}, {11, 3, 64}, {40, 129, 100}} {
			m, k, n := size[0], size[1], size[2]
			lda := k + rng.IntN(3)
			a, b, bias := singles((max(m, TileRows)+1)*lda, rng), singles(k*n, rng), singles(n, rng)
			transposed := make([]float32, k*n)
			for i := range k {
				for j := range n {
					transposed[j*k+i] = b[i*n+j]
				}
			}
			c := make([]float32, m*n)
			p.Pack(transposed, 1, k, k, n, bias)
			p.Multiply(c, n, a, lda, m)
			near(t, "transposed", c, product(a, lda, m, b, k, n, bias), 1e-4)
			// A row alone gives the same bits.
			one := make([]float32, n)
			last := append(slices.Clone(a[(m-1)*lda:][:k]), make([]float32, TileRows*k)...)
			if p.Multiply(one, n, last, k, 1); !slices.Equal(one, c[(m-1)*n:]) {
				t.Errorf("%v: the last row alone is %v, expected %v", size, one, c[(m-1)*n:])
			}
			p.Pack(b, n, 1, k, n, nil)
			p.Multiply(c, n, a, lda, m)
			near(t, "plain", c, product(a, lda, m, b, k, n, make([]float32, n)), 1e-4)
		}
	})
}

func TestGELU(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		x, want := []float32{}, []float64{}
		for v := -12.0; v < 12; v += 1. / 512 {
			x, want = append(x, float32(v)), append(want, v*math.Erfc(-v/math.Sqrt2)/2)
		}
		x = append(x, -1e30, 1e30, float32(math.Inf(1)))
		GELU(x)
		near(t, "GELU", x, append(want, 0, 1e30), 1e-6)
		nan := slices.Repeat([]float32{float32(math.NaN())}, 9)
		if GELU(nan); nan[0] == nan[0] || nan[8] == nan[8] {
			t.Errorf("%v, expected no numbers", nan)
		}
	})
}

func TestSoftmax(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 0))
		for _, n := range []int{1, 7, 8, 64, 200} {
			for _, spread := range []float32{0, 1, 300} {
				x := singles(n, rng)
				want, sum := make([]float64, n), 0.0
				for i := range x {
					x[i] *= spread
					want[i] = math.Exp(0.25 * float64(x[i]-x[0]))
					sum += want[i]
				}
				for i := range want {
					want[i] /= sum
				}
				Softmax(x, 0.25)
				near(t, "softmax", x, want, 1e-6)
			}
		}
		for _, n := range []int{8, 9} {
			x := make([]float32, n)
			x[3] = float32(math.NaN())
			if Softmax(x, 1); x[3] == x[3] || x[0] == x[0] {
				t.Errorf("%v, expected no numbers", x)
			}
			x = make([]float32, n)
			x[3] = float32(math.Inf(-1))
			if Softmax(x, 1); !(x[3] < 1e-30) {
				t.Errorf("%v, expected about 0", x[3])
			}
		}
	})
}

func TestAddNorm(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 0))
		for _, n := range []int{1, 5, 8, 384, 385} {
			x, y, scale, shift := singles(n, rng), singles(n, rng), singles(n, rng), singles(n, rng)
			mean, variance, want := 0.0, 0.0, make([]float64, n)
			for i := range x {
				mean += (float64(x[i]) + float64(y[i])) / float64(n)
			}
			for i := range x {
				d := float64(x[i]) + float64(y[i]) - mean
				variance += d * d / float64(n)
			}
			for i := range x {
				d := float64(x[i]) + float64(y[i]) - mean
				want[i] = d/math.Sqrt(variance+1e-5)*float64(scale[i]) + float64(shift[i])
			}
			AddNorm(x, y, scale, shift, 1e-5)
			near(t, "norm", x, want, 1e-5)
		}
	})
}
