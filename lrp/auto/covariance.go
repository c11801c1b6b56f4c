package auto

import (
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// sharedParameters returns the number of parameters that questions share: the weights of the cues,
// the intercept, top and reach.
func (b *problem) sharedParameters() int { return b.prior.cues() + 3 }

// sharedJacobian sets d to the derivatives of the observations by the shared parameters, each times
// the prior standard deviation of the parameter. They are laid out by parameter.
func (b *problem) sharedJacobian(h *hyper, m *mode, d []float64) {
	b.gradeJacobian(h, m, d)
	cues, all := len(b.cues), b.observations()
	top, reach := d[(cues+1)*all:][:all], d[(cues+2)*all:][:all]
	clear(top)
	clear(reach)
	for r, i := range b.observed {
		top[r], reach[r] = b.scale.topSD, b.scale.reachSD*(m.meanGrade[i]-1)
	}
}

// gradeJacobian is sharedJacobian without top and reach.
func (b *problem) gradeJacobian(h *hyper, m *mode, d []float64) {
	cues := len(b.cues)
	respondents := len(b.observed)
	all := b.observations()
	share := m.gradeSlope()
	sd := newScales(h)
	node := b.workspace().node
	clear(d[:(cues+1)*all])
	for j, n := range b.nodes {
		slope := m.slope.of[j]
		product := node[:len(slope)]
		for c := range b.cues {
			if sd.weight == 0 {
				break
			}
			for k, z := range b.cues[c].of[j] {
				product[k] = slope[k] * z
			}
			n.scatter(d[c*all:][:all], product)
		}
		n.scatter(d[cues*all:][:all], slope)
	}
	for c := range cues + 1 {
		column, scale := d[c*all:][:all], sd.weight
		if c == cues {
			scale = sd.shared
		}
		for i := range column[:respondents] {
			column[i] *= b.counted[i] * share * scale
		}
		for i := range column[respondents:] {
			column[respondents+i] *= scale
		}
	}
}

// addRespondents adds to the covariance of the ratings observed what is not shared and h
// contribute, undamped, after [problem.sharedJacobian].
func (b *problem) addRespondents(h *hyper, m *mode, c *cholesky) {
	b.addQuestions(h, m, c)
	b.weighCovariance(c)
	b.addWhole(h, c)
}

// addQuestions adds to the covariance of the respondents what the questions contribute: for each
// question a product for each pair of nodes, which many pairs of respondents have in common.
func (b *problem) addQuestions(h *hyper, m *mode, c *cholesky) {
	w, squared := b.workspace(), m.gradeSlope()*m.gradeSlope()
	for j, n := range b.nodes {
		size, slope := n.size(), m.slope.of[j]
		w.products = numbers.Resized(w.products, size*size)
		products := w.products
		for k, g := range slope {
			dense.ScaleShifted(products[k*size:][:size], g*squared, slope, n.row(k), h.Question)
		}
		for i, k := range n.seen {
			row, of := c.row(i), products[int(k)*size:][:size]
			for l, other := range n.seen[i:] {
				row[l] += of[other]
			}
		}
	}
}

// weighCovariance multiplies the covariances of the respondents by their weights.
func (b *problem) weighCovariance(c *cholesky) {
	if b.skipped == 0 && b.points == nil {
		return
	}
	for i, w := range b.counted {
		row := c.row(i)
		for l, v := range b.counted[i:] {
			row[l] *= w * v
		}
	}
}

// addWhole adds to the covariance of the ratings observed what h contributes.
func (b *problem) addWhole(h *hyper, c *cholesky) {
	if b.people == nil {
		return
	}
	kernel, n := b.people.kernelOf(h), len(b.people.members)
	rows := numbers.At(b.row, b.observed)
	parallel.EachOf(len(rows), manyRows, func(r int) {
		row, of := c.row(r), kernel[rows[r]*n:][:n]
		for l, i := range rows[r:] {
			row[l] += of[i]
		}
	})
}

// cholesky is a covariance C, n x n, and after [cholesky.factorise] its Cholesky factor U with
// C = UᵀU. Only the upper triangle of data is used.
type cholesky struct {
	n    int
	data []float64
}

func newCholesky(n int) *cholesky { return &cholesky{n: n, data: make([]float64, n*n)} }

// clear makes C zero.
func (c *cholesky) clear() {
	for i := range c.n {
		clear(c.row(i))
	}
}

// row returns row i from the diagonal on.
func (c *cholesky) row(i int) []float64 { return c.data[i*c.n+i : (i+1)*c.n] }

// factorise replaces C by U and reports whether C was positive definite.
func (c *cholesky) factorise() bool { return dense.Cholesky(c.data, c.n, c.n) }

// whiten turns x into U⁻ᵀx, whose square is xᵀC⁻¹x.
func (c *cholesky) whiten(x []float64) { dense.SolveTransposed(c.data, c.n, c.n, x) }

// unwhiten turns x into U⁻¹x. That of whitened x is C⁻¹x.
func (c *cholesky) unwhiten(x []float64) { dense.Solve(c.data, c.n, c.n, x) }

// whitenMany is whiten for the columns of a matrix.
func (c *cholesky) whitenMany(x []float64, columns int) {
	dense.SolveTransposedMany(c.data, c.n, c.n, x, columns, columns)
}

// solve turns x into C⁻¹x.
func (c *cholesky) solve(x []float64) {
	c.whiten(x)
	c.unwhiten(x)
}

// precisions returns the diagonal of C⁻¹.
func (c *cholesky) precisions() []float64 { return dense.InverseDiagonal(c.data, c.n, c.n) }
