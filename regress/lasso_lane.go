package regress

import (
	"math"

	"github.com/luna-rating/luna/internal/dense"
)

// lane is one fit: to all rows but those from held to end. It minimises the objective times its
// number of rows, ||y - Xw||²/2 + l1 ||w||₁ + l2 ||w||²/2.
type lane struct {
	held, end int
	size      float64   // number of rows
	y         []float64 // by row: deviations from the mean of the fit's rows
	ynorm     float64   // of the fit's rows
	r         []float64 // by row: residuals; 0 for rows held out
	sum       float64   // of r
	g         []float64 // by column: its product with the residuals, after a pass
	l1, l2    float64   // the penalties; l1 is infinite at the start
	seen      []bool    // by column: active, or constant in the fit's rows
	active    []activeColumn
	sweeps    int
}

// pathColumn is a column by its entries.
type pathColumn struct {
	rows   []int32
	values []float64
	dense  []float64 // all elements by row, if it has many entries; or nil
}

// activeColumn is a column that may have a weight.
type activeColumn struct {
	*pathColumn
	j            int32
	w            float64
	mean, square float64 // mean and squared norm, centred, in the fit's rows
	low, high    int     // the entries that are held out
}

func newLane(y []float64, held, end, cols int) *lane {
	n := len(y)
	l := &lane{
		held: held, end: end, size: float64(n - (end - held)), l1: math.Inf(1),
		y: make([]float64, n), r: make([]float64, n), seen: make([]bool, cols),
		g: make([]float64, cols),
	}
	var sum float64
	for i, v := range y {
		if i < held || i >= end {
			sum += v
		}
	}
	for i, v := range y {
		l.y[i] = v - sum/l.size
	}
	l.refresh()
	l.ynorm = norm2(l.r)
	return l
}

// refresh computes the residuals afresh, so that rounding errors of updates do not accumulate.
func (l *lane) refresh() {
	copy(l.r, l.y)
	clear(l.r[l.held:l.end])
	for k := range l.active {
		if c := &l.active[k]; c.w != 0 {
			c.subtract(l, c.w)
		}
	}
	l.centre()
}

// centre makes the residuals sum to 0, so that their products with columns and with centred columns
// are the same.
func (l *lane) centre() {
	mean := sum(l.r) / l.size
	for _, part := range [][]float64{l.r[:l.held], l.r[l.end:]} {
		for i := range part {
			part[i] -= mean
		}
	}
	l.sum = 0
}

// descend sweeps the active columns until none moves the fit by more than tol. In between it sweeps
// those with a weight. It leaves the residuals centred.
func (l *lane) descend(tol float64) {
	defer l.centre()
	last := l.sweeps + pathSweeps
	for l.sweeps < last {
		if l.sweep(false) <= tol*l.ynorm {
			return
		}
		for l.sweeps < last && l.sweep(true) > tol*l.ynorm {
		}
	}
}

// sweep minimises over each active weight in turn, or over those that are not 0, and returns the
// maximum change of the fit by a single one, |δ| ||x||.
func (l *lane) sweep(nonzero bool) (move float64) {
	l.sweeps++
	for k := range l.active {
		c := &l.active[k]
		if nonzero && c.w == 0 {
			continue
		}
		rho := c.dot(l.r) - c.mean*l.sum + c.square*c.w
		var w float64
		switch {
		case rho > l.l1:
			w = (rho - l.l1) / (c.square + l.l2)
		case rho < -l.l1:
			w = (rho + l.l1) / (c.square + l.l2)
		}
		delta := w - c.w
		if delta == 0 {
			continue
		}
		c.w = w
		c.subtract(l, delta)
		l.sum -= delta * c.mean * l.size
		move = max(move, delta*delta*c.square)
	}
	return math.Sqrt(move)
}

// measure sets mean and square for a fit to that many rows. It reports whether the column varies.
func (c *activeColumn) measure(size float64) bool {
	kept := [][]float64{c.values[:c.low], c.values[c.high:]}
	entries := 0
	for _, part := range kept {
		entries += len(part)
		for _, v := range part {
			c.mean += v
		}
	}
	c.mean /= size
	for _, part := range kept {
		for _, v := range part {
			c.square += (v - c.mean) * (v - c.mean)
		}
	}
	c.square += (size - float64(entries)) * c.mean * c.mean
	return c.square > 1e-300 && c.square >= 1e-24*c.mean*c.mean*size
}

// dot returns the product with the residuals of a fit.
func (c *pathColumn) dot(r []float64) float64 {
	if c.dense != nil {
		return dense.Dot(c.dense, r)
	}
	return sparseDot(c.rows, c.values, r)
}

// subtract subtracts delta times the column from the residuals of a fit.
func (c *activeColumn) subtract(l *lane, delta float64) {
	if c.dense != nil {
		dense.AddScaled(l.r[:l.held], -delta, c.dense[:l.held])
		dense.AddScaled(l.r[l.end:], -delta, c.dense[l.end:])
		return
	}
	for k, i := range c.rows[:c.low] {
		l.r[i] -= delta * c.values[k]
	}
	values := c.values[c.high:]
	for k, i := range c.rows[c.high:] {
		l.r[i] -= delta * values[k]
	}
}
