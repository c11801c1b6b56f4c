package dense

import "math"

// Factor is the Cholesky factor U of a symmetric positive definite matrix A = UᵀU.
type Factor struct {
	n int
	u []float64 // n x n by rows, the upper triangle
}

// Factorize overwrites the upper triangle of A, n x n by rows, with its factor. The Factor keeps a.
// If A is not positive definite, Factorize returns nil and a is unusable.
func Factorize(a []float64, n int) *Factor {
	if !Cholesky(a, n, n) {
		return nil
	}
	return &Factor{n, a}
}

// SolveTransposed overwrites x with U⁻ᵀx, whose squared norm is xᵀA⁻¹x.
func (f *Factor) SolveTransposed(x []float64) { SolveTransposed(f.u, f.n, f.n, x) }

// Solve overwrites x with A⁻¹x.
func (f *Factor) Solve(x []float64) {
	f.SolveTransposed(x)
	Solve(f.u, f.n, f.n, x)
}

// LogDet returns log|A|.
func (f *Factor) LogDet() float64 {
	var sum float64
	for i := range f.n {
		sum += math.Log(f.u[i*f.n+i])
	}
	return 2 * sum
}

// Inverse returns the upper triangle of A⁻¹, n x n by rows, with zeros below it.
func (f *Factor) Inverse() []float64 {
	inverse := make([]float64, f.n*f.n)
	w := make([]float64, f.n*f.n)
	invertTransposed(f.u, f.n, f.n, w)
	AddInner(inverse, f.n, f.n, w, f.n, f.n)
	return inverse
}
