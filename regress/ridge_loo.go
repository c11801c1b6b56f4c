package regress

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/luna-rating/luna/internal/elements"
)

const (
	blockRows = 512
	// maxCached is the maximum number of elements of R that are kept between passes.
	maxCached = 1 << 22
)

// choose returns the penalty of least leave-one-out error and that error; see [Ridge].
func (d *decomposed) choose() (alpha, loo float64) {
	return minimise(d.mean, d.leaveOneOut)
}

// minimise searches for the penalty of least error around the scale m.
func minimise(m float64, errors func(alphas []float64) []float64) (best, least float64) {
	const perDecade, decades, finer = 2, 6, 10
	least = math.Inf(1)
	centre, step := 0.0, 1.0/perDecade // in decades of m
	at := func(exponent float64) float64 { return m * math.Pow(10, exponent) }
	for pass := range 3 {
		var exponents []float64
		if pass == 0 {
			for k := decades * perDecade; k >= -decades*perDecade; k-- {
				exponents = append(exponents, float64(k)*step)
			}
		} else {
			for k := finer/2 - 1; k >= 1-finer/2; k-- {
				exponents = append(exponents, centre+float64(k)*2*step/finer)
			}
			step *= 2. / finer
		}
		alphas := make([]float64, len(exponents))
		for i, e := range exponents {
			alphas[i] = at(e)
		}
		for i, e := range errors(alphas) {
			// Penalties descend. Rounding must not decide between equals.
			if e < least*(1-1e-10) || pass == 0 && i == 0 {
				least, best, centre = e, alphas[i], exponents[i]
			}
		}
	}
	return best, least
}

// leaveOneOut returns the mean squared leave-one-out errors for the penalties.
func (d *decomposed) leaveOneOut(alphas []float64) []float64 {
	sums := make([]float64, len(alphas))
	scale := maxAbs(d.yc)
	d.leftOut(alphas, func(k, _ int, e float64) { sums[k] += (e / scale) * (e / scale) })
	for k := range sums {
		sums[k] *= scale * scale / float64(d.n)
	}
	return sums
}

// leftOut calls f with the index of each penalty, each row and its leave-one-out error, rows
// ascending.
func (d *decomposed) leftOut(alphas []float64, f func(k, row int, e float64)) {
	factors := make([]*tridiagonalFactor, len(alphas))
	forward := make([][]float64, len(alphas))
	for k, alpha := range alphas {
		factors[k] = d.t.factor(alpha)
		forward[k] = factors[k].forward(d.z)
	}
	var quad, lin, work []float64
	d.blocks(func(b block) {
		quad, lin = elements.Resized(quad, b.rows), elements.Resized(lin, b.rows)
		work = elements.Resized(work, b.rows)
		for k := range alphas {
			factors[k].products(quad, lin, work, b.rt, forward[k])
			for i, h := range quad {
				if d.dual { // residual and 1 - leverage are both α times these
					f(k, b.from+i, lin[i]/h)
				} else {
					left := 1 - 1/float64(d.n) - h
					f(k, b.from+i, (d.yc[b.from+i]-lin[i])/max(left, 1e-13))
				}
			}
		}
	})
}

// blocks calls f with the rows of R, block by block.
func (d *decomposed) blocks(f func(block)) {
	if d.dual {
		f(block{0, d.n, d.basis.RawMatrix().Data})
		return
	}
	if d.cache != nil {
		for _, b := range d.cache {
			f(b)
		}
		return
	}
	m := d.order
	keep := d.n*m <= maxCached
	row := make([]float64, m)
	place := make([]int, len(d.c.mean))
	for q, j := range d.place {
		place[j] = q
	}
	var rt []float64
	for from := 0; from < d.n; from += blockRows {
		b := block{from: from, rows: min(blockRows, d.n-from)}
		if keep {
			rt = nil
		}
		rt = elements.Resized(rt, m*b.rows)
		b.rt = rt
		for i, r := range d.c.x.all()[from : from+b.rows] {
			for q, v := range d.shift {
				row[q] = -v
			}
			for k, j := range r.Index {
				if !d.c.constant[j] {
					blas64.Axpy(r.Value[k], vector(d.basis.RawRowView(place[j])), vector(row))
				}
			}
			for q, v := range row {
				b.rt[q*b.rows+i] = v
			}
		}
		if keep {
			d.cache = append(d.cache, b)
		}
		f(b)
	}
}
