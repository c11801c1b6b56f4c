package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestFactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for _, n := range sizes {
		if n == 0 {
			continue
		}
		a := gram(n, n+8, n, rng)
		s := mat.NewSymDense(n, slices.Clone(a)) // reads only the upper triangle
		var library mat.Cholesky
		var wantInverse mat.SymDense
		if !library.Factorize(s) || library.InverseTo(&wantInverse) != nil {
			t.Fatalf("n = %d: not positive definite", n)
		}
		x := matrix(1, n, n, rng)
		product := make([]float64, n)
		MultiplySymmetric(product, a, n, x)

		f := Factorize(a, n)
		if f == nil {
			t.Fatalf("n = %d: no factor", n)
		}
		if got, want := f.LogDet(), library.LogDet(); !(math.Abs(got-want) < 1e-11*float64(n)) {
			t.Errorf("n = %d: log determinant %v, want %v", n, got, want)
		}
		half := slices.Clone(product)
		f.SolveTransposed(half)
		if got, want := dot(half, half), dot(product, x); !(math.Abs(got-want) < 1e-10*want) {
			t.Errorf("n = %d: |U⁻ᵀAx|² is %v, want xᵀAx = %v", n, got, want)
		}
		f.Solve(product)
		if d := distance(product, x); !(d < 1e-9) {
			t.Errorf("n = %d: A⁻¹Ax is %g from x", n, d)
		}
		inverse := f.Inverse()
		for i := range n {
			for j := range n {
				want := wantInverse.At(i, j)
				if j < i {
					want = 0
				}
				if got := inverse[i*n+j]; !(math.Abs(got-want) < 1e-9*wantInverse.At(i, i)) {
					t.Errorf("n = %d: element (%d, %d) of A⁻¹ is %g, want %g", n, i, j, got, want)
				}
			}
		}
	}
	if Factorize([]float64{1, 2, 0, 1}, 2) != nil {
		t.Error("found a factor of an indefinite matrix")
	}
}
