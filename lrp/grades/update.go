package grades

import (
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

// updates solve equations with the covariances of a problem's observations where there are no
// functions of the texts. The slopes at a mode then matter only for the shared parameters and the
// questions' intercepts, which contribute few columns V to the covariance:
//
//	C = B + V·Vᵀ,     B = RᵀR,     W = R⁻ᵀV,     S = I + WᵀW
//	C⁻¹ = R⁻¹·(I - W·S⁻¹·Wᵀ)·R⁻ᵀ
//
// B, the kernel of h with the noise, is the same on all steps to a mode and is decomposed once for
// each set of hyper-parameters. Differences of nearly equal numbers cost digits where there is
// little noise, so updates serve to compare hyper-parameters and not to predict.
type updates struct {
	hyper     *hyper // of B; nil before the first
	base      *cholesky
	precision []float64 // the diagonal of B⁻¹; nil until it is asked for
	columns   int       // of V
	white     []float64 // W, by observations
	inner     *cholesky // S
}

// minUpdated is how many times as many observations as columns there must be for updates to take
// less time than decompositions of C.
const minUpdated = 4

// updated returns the problem with the covariances solved by updates if these take less time for
// the hyper-parameters. Both have the same workspace.
func (b *problem) updated(h *hyper) *problem {
	b.workspace()
	other := *b
	other.updates = nil // those of other hyper-parameters or of more respondents
	columns := b.sharedParameters() + len(b.nodes)
	if n := b.observations(); !h.graded() && n >= minUpdated*columns {
		other.updates = &updates{
			base: newCholesky(n), columns: columns, white: make([]float64, n*columns),
			inner: newCholesky(columns),
		}
	}
	return &other
}

// factorise decomposes the covariance of the model linearised at m, and reports whether it was
// positive definite.
func (u *updates) factorise(b *problem, h *hyper, m *mode) bool {
	if u.hyper == nil || *u.hyper != *h {
		u.hyper, u.precision = nil, nil
		b.computeBase(h, u.base)
		if !u.base.factorise() {
			return false
		}
		u.hyper = new(hyper)
		*u.hyper = *h
	}
	n := u.base.n
	b.computeColumns(h, m, u)
	dense.SolveTransposedMany(u.base.data, n, n, u.white, u.columns, u.columns)
	clear(u.inner.data)
	for k := range u.columns {
		u.inner.row(k)[0] = 1
	}
	dense.AddInner(u.inner.data, u.columns, u.columns, u.white, n, u.columns)
	return u.inner.factorise()
}

// computeBase sets c to B.
func (b *problem) computeBase(h *hyper, c *cholesky) {
	c.clear()
	b.addWhole(h, c)
	for i := range c.n {
		c.row(i)[0] += b.noiseVariance(h, i)
	}
}

// computeColumns sets u.white to V.
func (b *problem) computeColumns(h *hyper, m *mode, u *updates) {
	w, n, share, sd := b.workspace(), u.base.n, m.gradeSlope(), newScales(h)
	b.sharedJacobian(h, m, w.shared)
	shared := b.sharedParameters()
	for k := range shared {
		for i, v := range w.shared[k*n:][:n] {
			u.white[i*u.columns+k] = v
		}
	}
	column := make([]float64, n)
	for j, nodes := range b.nodes {
		clear(column)
		nodes.scatter(column, m.slope.of[j])
		for i := range b.ratings {
			column[i] *= b.weight[i] * share
		}
		for i, v := range column {
			u.white[i*u.columns+shared+j] = sd.intercept * v
		}
	}
}

// solve turns x into C⁻¹x.
func (u *updates) solve(x []float64) {
	u.base.whiten(x)
	product := make([]float64, u.columns)
	for i, v := range x {
		for k, w := range u.row(i) {
			product[k] += v * w
		}
	}
	u.inner.solve(product)
	for i := range x {
		x[i] -= dot(u.row(i), product)
	}
	dense.Solve(u.base.data, u.base.n, u.base.n, x)
}

// row returns row i of W.
func (u *updates) row(i int) []float64 { return u.white[i*u.columns:][:u.columns] }

// precisions returns the diagonal of C⁻¹. No equation can be solved thereafter until the next
// covariance.
func (u *updates) precisions() []float64 {
	n := u.base.n
	if u.precision == nil {
		u.precision = u.base.precisions()
	}
	dense.SolveMany(u.base.data, n, n, u.white, u.columns, u.columns)
	precisions := slices.Clone(u.precision)
	for i := range precisions {
		x := u.row(i)
		u.inner.whiten(x)
		precisions[i] -= dot(x, x)
	}
	return precisions
}
