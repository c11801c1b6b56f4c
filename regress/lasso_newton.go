package regress

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// maxCuts is the maximum number of steps.
const maxCuts = 100

// newton moves the nonzero weights to the minimum of the quadratic that the objective is as long as
// no sign changes,
//
//	(Gram(columns with w ≠ 0) + s·I) δ = Xcᵀ r - s w - t sign(w),
//
// stopping at each weight that becomes zero and going on without it. Before that, weights of
// columns that depend on others are moved along the direction that leaves the fit unchanged and
// lowers ||w||₁, until one of them is zero. The objective falls throughout, so descent and Newton
// steps may be mixed. newton reports whether the minimum was reached. Then it leaves residual and
// gradient to be refreshed.
func (d *descent) newton(t float64) bool {
	s := d.newSupport()
	s.grow(t)
	s.refresh()
	for range maxCuts {
		if len(s.chosen) == 0 {
			return false
		}
		delta := make([]float64, len(s.chosen))
		for q, i := range s.chosen {
			j := s.column[i]
			delta[q] = d.gradient[j] - math.Copysign(t, d.w[j])
		}
		l := s.factor()
		blas64.Trsv(blas.NoTrans, l, vector(delta))
		blas64.Trsv(blas.Trans, l, vector(delta))
		cut := s.move(s.chosen, delta, 1)
		if cut < 0 {
			return true
		}
		s.drop(cut)
		s.grow(t)
		s.refresh()
	}
	return false
}
