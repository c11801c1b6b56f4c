package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// benchSizes are the sizes of a split of one of Mohler's assignments, of all his data, of
// Powergrading's, and of larger sets.
var benchSizes = []int{30, 64, 228, 586, 1000}

// bench runs work on fresh copies of a.
func bench(b *testing.B, name string, a []float64, work func(a []float64)) {
	n := len(a)
	b.Run(name, func(b *testing.B) {
		c := make([]float64, n)
		for b.Loop() {
			copy(c, a)
			work(c)
		}
	})
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range benchSizes {
		a := gram(n, n+2, n, rand.New(rand.NewPCG(1, 2)))
		bench(b, fmt.Sprintf("n=%d/dense", n), a, func(a []float64) { Cholesky(a, n, n) })
		bench(b, fmt.Sprintf("n=%d/gonum",
			n), a, func(a []float64) { lapack64.Potrf(symmetric(a, n, n)) })
	}
}

func BenchmarkAddInner(b *testing.B) {
	const rows = 9
	for _, n := range benchSizes {
		rng := rand.New(rand.NewPCG(1, 2))
		x := matrix(rows, n, n, rng)
		bench(b, fmt.Sprintf("n=%d/dense", n), matrix(n, n, n, rng), func(c []float64) {
			AddInner(c, n, n, x, rows, n)
		})
	}
}

func BenchmarkPivotedCholesky(b *testing.B) {
	for _, n := range benchSizes {
		a := gram(n, n+2, n, rand.New(rand.NewPCG(1, 2)))
		pivots, work := make([]int, n), make([]float64, 2*n)
		bench(b, fmt.Sprintf("n=%d/dense",
			n), a, func(a []float64) { PivotedCholesky(a, n, n, pivots, 0) })
		bench(b, fmt.Sprintf("n=%d/gonum",
			n), a, func(a []float64) { lapack64.Pstrf(symmetric(a, n, n), pivots, 0, work) })
	}
}

func BenchmarkInverseDiagonal(b *testing.B) {
	for _, n := range benchSizes {
		u := triangle(n, n, rand.New(rand.NewPCG(1, 2)))
		bench(b, fmt.Sprintf("n=%d/dense", n), u, func(u []float64) { InverseDiagonal(u, n, n) })
		bench(b, fmt.Sprintf("n=%d/gonum",
			n), u, func(u []float64) { lapack64.Potri(triangular(u, n, n)) })
	}
}

func BenchmarkSolveTransposed(b *testing.B) {
	for _, n := range benchSizes {
		rng := rand.New(rand.NewPCG(1, 2))
		u, x := triangle(n, n, rng), matrix(1, n, n, rng)
		bench(b, fmt.Sprintf("n=%d/dense", n), x, func(x []float64) { SolveTransposed(u, n, n, x) })
		bench(b, fmt.Sprintf("n=%d/gonum", n), x, func(x []float64) {
			blas64.Trsv(blas.Trans, triangular(u, n, n), vector(x))
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range benchSizes {
		rng := rand.New(rand.NewPCG(1, 2))
		u, x := triangle(n, n, rng), matrix(1, n, n, rng)
		bench(b, fmt.Sprintf("n=%d/dense", n), x, func(x []float64) {
			SolveTransposed(u, n, n, x)
			Solve(u, n, n, x)
		})
		bench(b, fmt.Sprintf("n=%d/gonum", n), x, func(x []float64) {
			blas64.Trsv(blas.Trans, triangular(u, n, n), vector(x))
			blas64.Trsv(blas.NoTrans, triangular(u, n, n), vector(x))
		})
	}
}
