package dense

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// eachKernel runs a test with every kernel that the processor has.
func eachKernel(t *testing.T, test func(t *testing.T)) {
	fma, avx512 := hasFMA, hasAVX512
	defer func() { hasFMA, hasAVX512 = fma, avx512 }()
	hasFMA, hasAVX512 = false, false
	t.Run("Plain", test)
	if hasFMA = fma; fma {
		t.Run("AVX2", test)
	}
	if hasAVX512 = avx512; avx512 {
		t.Run("AVX512", test)
	}
}

// TestTiles checks that the kernels in assembly give the same bits, if the processor has both.
func TestTiles(t *testing.T) {
	defer func(has bool) { hasAVX512 = has }(hasAVX512)
	rng := rand.New(rand.NewPCG(4, 0))
	m, k, n := 50, 77, 70
	a, b := singles(m*k, rng), singles(k*n, rng)
	c, d := make([]float32, m*n), make([]float32, m*n)
	var p Packed
	p.Pack(b, n, 1, k, n, nil)
	p.Multiply(c, n, a, k, m)
	hasAVX512 = false
	if p.Multiply(d, n, a, k, m); !slices.Equal(c, d) {
		t.Errorf("%v, expected %v", c, d)
	}
}

func BenchmarkPacked(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 0))
	fma, avx512 := hasFMA, hasAVX512
	defer func() { hasFMA, hasAVX512 = fma, avx512 }()
	for _, size := range [][3]int{{256, 384, 1536}, {256, 1536, 384}} {
		m, k, n := size[0], size[1], size[2]
		a, w, c := singles(m*k, rng), singles(k*n, rng), make([]float32, m*n)
		var p Packed
		p.Pack(w, n, 1, k, n, nil)
		for _, wide := range []bool{false, avx512} {
			name := "AVX2"
			if hasAVX512 = wide; wide {
				name = "AVX512"
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					p.Multiply(c, n, a, k, m)
				}
				b.ReportMetric(2e-9*float64(m*k*n)*float64(b.N)/b.Elapsed().Seconds(), "GFLOP/s")
			})
		}
	}
}

func BenchmarkSingle(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 0))
	x, y := singles(1536, rng), singles(1536, rng)
	b.Run("GELU", func(b *testing.B) {
		for b.Loop() {
			GELU(x)
		}
	})
	b.Run("Softmax", func(b *testing.B) {
		for b.Loop() {
			Softmax(x, 1)
		}
	})
	b.Run("AddNorm", func(b *testing.B) {
		for b.Loop() {
			AddNorm(x, y, y, y, 1e-5)
		}
	})
}
