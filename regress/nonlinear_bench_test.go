package regress

import (
	"math"
	"math/rand/v2"
	"testing"
)

// similarities imitates columns of similarities: n dense rows of p numbers in [0,1] that depend on
// one ability per row.
func similarities(seed uint64, n, p, groups int) Problem {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows, y := make([][]float64, n), make([]float64, n)
	for i := range rows {
		able := rng.Float64()
		rows[i] = make([]float64, p)
		for j := range rows[i] {
			rows[i][j] = 1 / (1 + math.Exp(-4*(able-.5)-rng.NormFloat64()*float64(1+j%groups)/2))
		}
		y[i] = min(1, max(0, able*able+.1*rng.NormFloat64()))
	}
	q := Problem{X: fromDense(rows, p), Y: y, Groups: make([]int, p)}
	for j := range q.Groups {
		q.Groups[j] = j % groups
	}
	return q
}

// combined imitates a combination of features: ten groups, dense similarities and bags of words.
func combined(seed uint64, n, wide int) Problem {
	a, b := similarities(seed, n, 80, 8), bagOfWords(seed, n, wide, 300)
	q := Problem{X: HStack(a.X, b.X), Y: a.Y, Groups: a.Groups}
	for j := range wide {
		q.Groups = append(q.Groups, 8+j%2)
	}
	return q
}

func BenchmarkKernelRidge(b *testing.B) {
	for _, kernel := range []string{LinearKernel, RBFKernel, MixedKernel} {
		b.Run(kernel, func(b *testing.B) {
			benchmarkFit(b, KernelRidge{Kernel: kernel}, combined(1,
				558, 11000))
		})
	}
	b.Run("dense", func(b *testing.B) {
		benchmarkFit(b, KernelRidge{}, similarities(1, 558, 160,
			8))
	})
}

func BenchmarkGP(b *testing.B) {
	for _, kernel := range []string{LinearKernel, RBFKernel, MixedKernel} {
		b.Run(kernel, func(b *testing.B) {
			benchmarkFit(b, GP{Kernel: kernel}, combined(1, 558,
				11000))
		})
	}
	b.Run("few rows, many groups", func(b *testing.B) {
		benchmarkFit(b, GP{}, similarities(1, 19,
			870, 87))
	})
}
