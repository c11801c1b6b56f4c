package grades

import (
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

// updates solve equations with the covariances of a problem's observations where ratings depend on
// the responses as a whole alone. The slopes at a mode then matter only for the shared intercept, top
// and reach, which contribute three columns V to the covariance:
//
//	C = B + V·Vᵀ,     B = RᵀR,     W = R⁻ᵀV,     S = I + WᵀW
//	C⁻¹ = R⁻¹·(I - W·S⁻¹·Wᵀ)·R⁻ᵀ
//
// B, the kernel of h with the noise, is the same on all steps to a mode and is decomposed once for
// each set of hyper-parameters. It is diagonal for the acceptable answers, which have no h.
// Differences of nearly equal numbers cost digits where there is little noise, so updates serve to
// compare hyper-parameters and not to predict.
type updates struct {
	hyper     *hyper    // of B; nil before the first
	base      *cholesky // R of the respondents
	key       float64   // R of an acceptable answer
	precision []float64 // the diagonal of B⁻¹ for the respondents; nil until it is asked for
	white     []float64 // W, by observations
	inner     *cholesky // S
}

// updateColumns is the number of columns of V.
const updateColumns = 3

func newUpdates(b *problem) *updates {
	return &updates{
		base: newCholesky(len(b.ratings)), inner: newCholesky(updateColumns),
		white: make([]float64, b.observations()*updateColumns),
	}
}

func (u *updates) factorise(b *problem, h *hyper, m *mode) bool {
	if u.hyper == nil || *u.hyper != *h {
		u.hyper, u.precision = nil, nil
		b.computeBase(h, u.base)
		if !u.base.factorise() {
			return false
		}
		u.hyper, u.key = new(hyper), h.KeyNoise
		*u.hyper = *h
	}
	b.computeColumns(h, m, u.white)
	respondents, answers := u.split(u.white, updateColumns)
	u.base.whitenMany(respondents, updateColumns)
	u.divide(answers)
	clear(u.inner.data)
	for k := range updateColumns {
		u.inner.row(k)[0] = 1
	}
	dense.AddInner(u.inner.data, updateColumns, updateColumns,
		u.white, len(u.white)/updateColumns, updateColumns)
	return u.inner.factorise()
}

// split returns the rows of the respondents and those of the acceptable answers of a matrix, which
// has a row for each observation.
func (u *updates) split(x []float64, columns int) (respondents, answers []float64) {
	return x[:u.base.n*columns], x[u.base.n*columns:]
}

// divide turns the values of acceptable answers into those of R⁻¹x.
func (u *updates) divide(x []float64) {
	for i := range x {
		x[i] /= u.key
	}
}

// computeBase sets c to what B has of the respondents.
func (b *problem) computeBase(h *hyper, c *cholesky) {
	c.clear()
	b.addWhole(h, c)
	for i := range c.n {
		c.row(i)[0] += b.noiseVariance(h, i)
	}
}

// computeColumns sets v to V, by observations: the last shared parameters.
func (b *problem) computeColumns(h *hyper, m *mode, v []float64) {
	shared, all := b.workspace().shared, b.observations()
	b.sharedJacobian(h, m, shared)
	for k := range updateColumns {
		for i, d := range shared[len(shared)-(updateColumns-k)*all:][:all] {
			v[i*updateColumns+k] = d
		}
	}
}

func (u *updates) solve(x []float64) {
	respondents, answers := u.split(x, 1)
	u.base.whiten(respondents)
	u.divide(answers)
	var product [updateColumns]float64
	for i, v := range x {
		for k, w := range u.row(i) {
			product[k] += v * w
		}
	}
	u.inner.solve(product[:])
	for i := range x {
		x[i] -= dot(u.row(i), product[:])
	}
	u.base.unwhiten(respondents)
	u.divide(answers)
}

// row returns row i of W.
func (u *updates) row(i int) []float64 { return u.white[i*updateColumns:][:updateColumns] }

// precisions uses the memory of W: no equation can be solved thereafter.
func (u *updates) precisions() []float64 {
	n := u.base.n
	if u.precision == nil {
		u.precision = u.base.precisions()
	}
	dense.SolveMany(u.base.data, n, n, u.white, updateColumns, updateColumns)
	precisions := slices.Clone(u.precision)
	for i := range precisions {
		x := u.row(i)
		u.inner.whiten(x)
		precisions[i] -= dot(x, x)
	}
	return precisions
}
