package regress

import (
	"math"
	"slices"
)

// patience is the number of sweeps over the active set after which coordinate descent counts as
// slow.
const patience = 200

// descent is the state of a coordinate descent: the weights and their residual. In the comments t =
// nα·ρ and s = nα·(1-ρ), where ρ is the share of the L1 penalty. The descent minimises n times the
// objective, ||r||²/2 + t||w||₁ + s||w||²/2.
type descent struct {
	c        *centred
	col      *columns // made by run, since the solution w = 0 does not need it
	n        float64
	yc       []float64
	ynorm    float64
	w        []float64
	active   []int     // active columns, ascending
	in       []bool    // whether a column is active
	r        []float64 // yc - Xc w, up to a constant
	sum      float64   // sum of r; Xcᵀ r = Xᵀ r - mean·sum for any constant
	square   float64   // s, the L2 penalty; 0 for the Lasso
	gradient []float64 // Xcᵀ r - s w after the last call of refresh
	sweeps   int
	waited   int // sweeps since the last Newton step
	patience int // sweeps before a Newton step
}

func newDescent(x *Matrix, y []float64, ybar float64) *descent {
	n, p := x.Dims()
	d := &descent{
		c: newCentred(x), n: float64(n), yc: deviations(y, ybar),
		w: make([]float64, p), in: make([]bool, p), r: make([]float64, n),
		gradient: make([]float64, p), patience: patience,
	}
	d.c.constant = slices.Clone(d.c.constant) // shared
	for j, v := range d.c.norm {
		if v < 1e-150 { // its square vanishes: as if constant
			d.c.constant[j] = true
		}
	}
	d.ynorm = norm2(d.yc)
	d.refresh()
	return d
}

// refresh computes residual and gradient afresh, so that rounding errors of updates do not
// accumulate and columns far from centred keep their digits.
func (d *descent) refresh() {
	d.c.subtract(d.r, d.yc, d.w)
	d.sum = 0
	for _, v := range d.r {
		d.sum += v
	}
	d.c.transposed(d.gradient, d.r)
	if d.square != 0 {
		for j, w := range d.w {
			d.gradient[j] -= d.square * w
		}
	}
}

// run minimises for the penalty alpha with the share ratio of L1 until tol is met (see [Lasso]) or
// the total number of sweeps reaches limit. It returns the duality gap.
func (d *descent) run(alpha, ratio, tol float64, limit int) (gap float64, ok bool) {
	if d.col == nil {
		d.col = newColumns(d.c.x)
	}
	t := d.n * alpha * ratio
	d.square = d.n * alpha * (1 - ratio)
	// Small moves say little about the gap, so each pass lowers the threshold.
	for minMove := tol / 4; ; minMove /= 2 {
		d.refresh()
		optimal := d.activate(t, tol)
		gap = d.gap(t)
		if optimal && gap <= math.Sqrt(tol)*d.ynorm*d.ynorm/(2*d.n) {
			return gap, true
		}
		if d.sweeps >= limit {
			return gap, false
		}
		d.descend(t, minMove, limit)
	}
}

// activate adds the columns that violate their optimality condition
//
//	x·r - s w = t sign(w) if w ≠ 0,  |x·r| <= t if w = 0
//
// to the active set and reports whether none did beyond the tolerance.
func (d *descent) activate(t, tol float64) bool {
	optimal := true
	d.active = d.active[:0]
	for j, w := range d.w {
		g := d.gradient[j]
		violation := math.Abs(g) - t
		if w != 0 {
			violation = math.Abs(g - math.Copysign(t, w))
		}
		if violation > tol*d.c.norm[j]*d.ynorm {
			optimal = false
			d.in[j] = true
		}
		d.in[j] = d.in[j] && !d.c.constant[j]
		if d.in[j] {
			d.active = append(d.active, j)
		}
	}
	return optimal
}

// gap returns the duality gap of w and the dual point f·r, where f is the largest factor <= 1 that
// makes it feasible. As a sum of terms >= 0 it does not cancel. The L2 penalty is that of
// additional rows √s·I with targets 0, whose residuals are -√s·w.
func (d *descent) gap(t float64) float64 {
	f := 1.0
	if top := maxAbs(d.gradient); top > t {
		f = t / top
	}
	mean := d.sum / d.n
	var rr float64
	for _, v := range d.r {
		rr += (v - mean) * (v - mean)
	}
	if d.square != 0 {
		rr += d.square * dot(d.w, d.w)
	}
	g := (1 - f) * (1 - f) * rr / 2
	for j, w := range d.w {
		if w != 0 {
			g += max(0, t*math.Abs(w)-f*w*d.gradient[j])
		}
	}
	return g / d.n
}

// descend sweeps the active set until no weight moves the fit by more than minMove, in units of y,
// with a Newton step if that takes long.
func (d *descent) descend(t, minMove float64, limit int) {
	for {
		d.sweeps++
		d.waited++
		move := d.sweep(t)
		if d.waited >= d.patience {
			d.waited = 0
			if d.newton(t) {
				return
			}
		}
		if move <= minMove*d.ynorm || d.sweeps >= limit {
			return
		}
	}
}

// sweep minimises over each active weight in turn and returns the maximum change of the fit by a
// single one, |δ| ||x||.
func (d *descent) sweep(t float64) (move float64) {
	for _, j := range d.active {
		rows, values := d.col.col(j)
		mean := d.c.mean[j]
		var s, total float64
		for k, i := range rows {
			s += values[k] * d.r[i]
			total += values[k]
		}
		square := d.c.norm[j] * d.c.norm[j]
		rho := s - mean*d.sum + square*d.w[j]
		var w float64
		switch {
		case rho > t:
			w = (rho - t) / (square + d.square)
		case rho < -t:
			w = (rho + t) / (square + d.square)
		}
		delta := w - d.w[j]
		if delta == 0 {
			continue
		}
		d.w[j] = w
		for k, i := range rows {
			d.r[i] -= delta * values[k]
		}
		d.sum -= delta * total
		move = max(move, math.Abs(delta)*d.c.norm[j])
	}
	return move
}
