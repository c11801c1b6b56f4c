package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	lapack "gonum.org/v1/gonum/lapack/gonum"
)

func TestTridiagonalise(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, n := range sizes {
		stride := max(1, n+n%3)
		checkTridiagonal(t, fmt.Sprintf("n = %d", n), gram(n, n+2, stride, rng), n, stride)
	}
	const n = 90
	checkTridiagonal(t, "rank 5", gram(n, 5, n, rng), n, n)
	checkTridiagonal(t, "zero", make([]float64, n*n), n, n)
	identity := make([]float64, n*n)
	for i := range n {
		identity[i*n+i] = 1
	}
	checkTridiagonal(t, "identity", identity, n, n)
	identity[n-1] = 1e-200 // its square underflows
	checkTridiagonal(t, "almost the identity", identity, n, n)
	for _, scale := range []float64{0x1p-1000, 0x1p-600, 0x1p-200, 0x1p600, 0x1p1010} {
		a := gram(n, n+2, n, rng)
		for i := range n {
			for j := i; j < n; j++ {
				a[i*n+j] *= scale
			}
		}
		checkTridiagonal(t, fmt.Sprintf("times %g", scale), a, n, n)
	}
	graded := gram(n, n+2, n, rng)
	for i := range n {
		for j := i; j < n; j++ {
			graded[i*n+j] *= math.Pow(10, -float64(i+j))
		}
	}
	checkTridiagonal(t, "graded", graded, n, n)
}

// checkTridiagonal multiplies QᵀQ and QTQᵀ.
func checkTridiagonal(t *testing.T, name string, a []float64, n, stride int) {
	t.Helper()
	var top float64
	for i := range n {
		for _, v := range a[i*stride+i : i*stride+n] {
			top = max(top, math.Abs(v))
		}
	}
	unit := top // divided by, so that products neither overflow nor vanish
	if unit == 0 {
		unit = 1
	}
	diagonal, beside := make([]float64, n), make([]float64, max(0, n-1))
	q := Tridiagonalise(slices.Clone(a), n, stride, diagonal, beside)
	product, identity := make([]float64, n*n), make([]float64, n*n)
	AddInner(identity, n, n, q, n, n)
	qt := make([]float64, n*n) // QT
	for i := range n {
		for j := range n {
			v := q[i*n+j] * (diagonal[j] / unit)
			if j > 0 {
				v += q[i*n+j-1] * (beside[j-1] / unit)
			}
			if j < n-1 {
				v += q[i*n+j+1] * (beside[j] / unit)
			}
			qt[i*n+j] = v
		}
	}
	const tol = 1e-13
	for i := range n {
		for j := i; j < n; j++ {
			product[i*n+j] = dot(qt[i*n:(i+1)*n], q[j*n:(j+1)*n])
			want := 0.
			if i == j {
				want = 1
			}
			if d := math.Abs(identity[i*n+j] - want); !(d < tol) {
				t.Fatalf("%s: QᵀQ is off by %g at %d, %d", name, d, i, j)
			}
			if d := math.Abs(product[i*n+j] - a[i*stride+j]/unit); !(d < tol) {
				t.Fatalf("%s: QTQᵀ is off by %g, in units of the largest element, at %d, %d",
					name, d, i, j)
			}
		}
	}
}

func BenchmarkTridiagonalise(b *testing.B) {
	for _, n := range benchSizes {
		a := gram(n, n+2, n, rand.New(rand.NewPCG(1, 2)))
		diagonal, beside, tau, work := make([]float64, n), make([]float64, n-1), make([]float64,
			n-1), make([]float64, 64*n)
		bench(b, fmt.Sprintf("n=%d/dense",
			n), a, func(a []float64) { Tridiagonalise(a, n, n, diagonal, beside) })
		bench(b, fmt.Sprintf("n=%d/gonum", n), a, func(a []float64) {
			var l lapack.Implementation
			l.Dsytrd(blas.Upper, n, a, n, diagonal, beside, tau, work, len(work))
			l.Dorgtr(blas.Upper, n, a, n, tau, work, len(work))
		})
	}
}
