package embed

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestSymmetricEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 3, 10, 40} {
		a, dense := newSquare(n), mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				x := rng.NormFloat64()
				a[i][j], a[j][i] = x, x
				dense.SetSym(i, j, x)
			}
		}
		var want mat.EigenSym
		want.Factorize(dense, false)
		values, vectors := symmetricEigen(a)
		for i, x := range values {
			if !near(x, want.Values(nil)[n-1-i], 1e-10) {
				t.Errorf("n = %d: values %v, want %v", n, values, want.Values(nil))
				break
			}
			u := mat.NewVecDense(n, vectors[i])
			var au mat.VecDense
			au.MulVec(dense, u)
			au.AddScaledVec(&au, -x, u)
			if mat.Norm(&au, 2) > 1e-9 || !near(mat.Norm(u, 2), 1, 1e-12) {
				t.Errorf("n = %d: not an eigenvector: %v", n, vectors[i])
			}
		}
	}
	if values, _ := symmetricEigen(newSquare(3)); values[0] != 0 {
		t.Errorf("zero matrix: %v", values)
	}
}
