package regress

import "math"

// lane is one fit: to all rows but those from held to end. In the comments t is the penalty times
// its number of rows.
type lane struct {
	fold      int // the held-out one; -1 for none
	held, end int
	size      float64
	y         []float64 // by row: deviations from the mean of the fit's rows
	ynorm     float64   // of the fit's rows
	r         []float64 // by row: residuals; 0 for rows held out
	sum       float64   // of r
	g         []float64 // by group: a column's product with the residuals, after a pass
	last      float64   // t of the last penalty
	begun     []int32   // by group: the number of active columns, which are its first
	active    []activeColumn
	drift     float64 // sum of the distances by which [lassoPath.advance] moved r
}

// strongGroup is a group that passes the strong rule and has columns that are not active.
type strongGroup struct {
	group    int32
	g, drift float64 // absolute product with the residuals, and the fit's drift, when last computed
}

// activeColumn is a column that had a weight at some penalty.
type activeColumn struct {
	*pathColumn
	j            int32
	w            float64
	mean, square float64 // mean and squared norm, centred, in the fit's rows
}

// weight is the weight of column j.
type weight struct {
	j int32
	w float64
}

func newLane(y []float64, fold, held, end, groups int) *lane {
	n := len(y)
	l := &lane{
		fold: fold, held: held, end: end, size: float64(n - (end - held)),
		y: make([]float64, n), r: make([]float64, n), last: math.Inf(1),
		begun: make([]int32, groups), g: make([]float64, groups),
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
	copy(l.r, l.y)
	clear(l.r[held:end])
	l.centre()
	l.ynorm = norm2(l.r)
	return l
}

// centre makes the residuals sum to 0, so that their products with columns and with centred columns
// are the same.
func (l *lane) centre() {
	var sum float64
	for _, v := range l.r {
		sum += v
	}
	mean := sum / l.size
	for _, part := range [][]float64{l.r[:l.held], l.r[l.end:]} {
		for i := range part {
			part[i] -= mean
		}
	}
	l.sum = 0
}

// descend sweeps the active columns until none moves the fit. In between it sweeps those with a
// weight. It leaves the residuals centred.
func (l *lane) descend(t float64) {
	defer l.centre()
	for sweeps := 0; sweeps < pathSweeps; {
		sweeps++
		if l.sweep(t, false) <= pathTol*l.ynorm {
			return
		}
		for sweeps < pathSweeps {
			sweeps++
			if l.sweep(t, true) <= pathTol*l.ynorm {
				break
			}
		}
	}
}

// sweep minimises over each active weight in turn, or over those that are not 0, and returns the
// maximum change of the fit by a single one, |δ| ||x||.
func (l *lane) sweep(t float64, nonzero bool) (move float64) {
	for k := range l.active {
		c := &l.active[k]
		if nonzero && c.w == 0 {
			continue
		}
		rho := c.dot(l) - c.mean*l.sum + c.square*c.w
		var w float64
		switch {
		case rho > t:
			w = (rho - t) / c.square
		case rho < -t:
			w = (rho + t) / c.square
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

// weights returns a fit's weights that are not 0.
func (l *lane) weights() []weight {
	var list []weight
	for _, c := range l.active {
		if c.w != 0 {
			list = append(list, weight{c.j, c.w})
		}
	}
	return list
}
