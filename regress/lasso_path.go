package regress

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

// lanes is the number of fits whose products with a column are computed at once: those without each
// of five folds.
const lanes = 5

const (
	// A descent ends when no weight moves the fit by more than this, relative to the deviation of
	// the targets.
	pathTol = 1e-3
	// pathSweeps is the maximum number of sweeps for one penalty.
	pathSweeps = 1000
)

// lassoPath follows the solutions of the [Lasso] along falling penalties, for all rows of a matrix
// and for those outside each of some folds. It descends over the columns that were active before
// and those that pass the sequential strong rule, and checks all columns once for each penalty, for
// all fits in one pass. Products with equal columns are computed once.
//
// Sources: Friedman, Hastie and Tibshirani, J. Stat. Softw. 33(1), 2010; Tibshirani, Bien,
// Friedman, Hastie, Simon, Taylor and Tibshirani, Strong Rules for Discarding Predictors in
// Lasso-Type Problems, J. R. Stat. Soc. B 74(2), 2012.
type lassoPath struct {
	n      int
	col    *equalColumns         // the rows of each fold are adjacent
	start  []int                 // first row of each fold, and n
	norm   []float64             // by group: of the column, centred in all rows
	shared map[int32]*pathColumn // by group
	lanes  []*lane
	mixed  [][lanes]float64 // residuals by row, of some of the lanes
	fit    []float64        // scratch, by row
	moved  []float64        // scratch, by row
	found  []violation
}

// pathColumn is the columns of a group that some fit needed.
type pathColumn struct {
	rows   []int32
	values []float64
	cut    []int     // entry that begins each fold, and their number
	dense  []float64 // by row, if most rows have an entry
}

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
	strong    []strongGroup
	drift     float64 // sum of the distances by which descents along the path moved r
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

// newLassoPath starts with the fit to all rows, followed by those without each of the held-out
// folds, which have all rows.
func newLassoPath(p Problem, held [][]int) *lassoPath {
	n := len(p.Y)
	path := &lassoPath{
		n: n, shared: map[int32]*pathColumn{}, start: []int{0},
		mixed: make([][lanes]float64, n), fit: make([]float64, n), moved: make([]float64, n),
	}
	var order []int
	for _, rows := range held {
		order = append(order, rows...)
		path.start = append(path.start, len(order))
	}
	path.col = newEqualColumns(newColumns(p.X.Select(order)))
	path.norm = path.col.norms(n)
	y := elementsAt(p.Y, order)
	path.lanes = append(path.lanes, newLane(y, -1, n, n, path.col.groups()))
	for f := range held {
		path.lanes = append(path.lanes,
			newLane(y, f, path.start[f], path.start[f+1], path.col.groups()))
	}
	path.pass(path.lanes)
	return path
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

// pass computes the products of all columns with the residuals of some lanes.
func (p *lassoPath) pass(list []*lane) {
	for some := range slices.Chunk(list, lanes) {
		if len(some) == 1 {
			l := some[0]
			for group := range l.g {
				l.g[group] = p.product(l, int32(group))
			}
			continue
		}
		for f, l := range some {
			for i, v := range l.r {
				p.mixed[i][f] = v
			}
		}
		for j := range p.col.groups() {
			rows, values := p.col.entries(int32(j))
			values = values[:len(rows)]
			var a, b, c, d, e float64
			for k, i := range rows {
				v, r := values[k], &p.mixed[i]
				a += v * r[0]
				b += v * r[1]
				c += v * r[2]
				d += v * r[3]
				e += v * r[4]
			}
			s := [lanes]float64{a, b, c, d, e}
			for k, l := range some {
				l.g[j] = s[k]
			}
		}
	}
}

// follow fits some lanes with the penalty, which is no greater than the one before.
func (p *lassoPath) follow(list []*lane, alpha float64) {
	for _, l := range list {
		p.advance(l, l.size*alpha)
	}
	for range pathSweeps {
		p.pass(list)
		again := false
		for _, l := range list {
			again = p.repair(l, l.size*alpha) || again
		}
		if !again {
			return
		}
	}
}

// advance descends from the last solution over the active columns and those that pass the strong
// rule: |g| >= 2t - the last t. It computes a product again only if the residuals may have moved far
// enough for a violation.
func (p *lassoPath) advance(l *lane, t float64) {
	l.strong = l.strong[:0]
	for group, g := range l.g {
		if math.Abs(g) >= 2*t-l.last && p.waiting(l, int32(group)) {
			l.strong = append(l.strong, strongGroup{int32(group), math.Abs(g), l.drift})
		}
	}
	l.last = t
	for again := true; again; {
		copy(p.moved, l.r)
		l.descend(t)
		for i, v := range l.r {
			p.moved[i] -= v
		}
		l.drift += norm2(p.moved)
		p.found = p.found[:0]
		for k := range l.strong {
			s := &l.strong[k]
			most := s.g + p.norm[s.group]*(l.drift-s.drift)
			if most < t*(1-1e-9) || !p.waiting(l, s.group) {
				continue
			}
			s.g, s.drift = math.Abs(p.product(l, s.group)), l.drift
			if s.g > t {
				p.find(l, s.group, s.g)
			}
		}
		again = p.activateLargest(l)
	}
}

// repair activates the columns that violate their optimality condition after a pass, and descends
// again. It reports whether there were any.
func (p *lassoPath) repair(l *lane, t float64) bool {
	p.found = p.found[:0]
	for group, g := range l.g {
		if math.Abs(g) > t*(1+1e-9) && p.waiting(l, int32(group)) {
			p.find(l, int32(group), math.Abs(g))
		}
	}
	added := p.activateLargest(l)
	if added {
		l.descend(t)
	}
	return added
}

// waiting reports whether a group has a column that is not active in a fit.
func (p *lassoPath) waiting(l *lane, group int32) bool {
	return int(l.begun[group]) < len(p.col.columns(group))
}

// violation is a column that violates its optimality condition, with the absolute value of its
// product with the residuals.
type violation struct {
	j, group int32
	g        float64
}

// find adds the next column of a group to the violations.
func (p *lassoPath) find(l *lane, group int32, g float64) {
	j := p.col.columns(group)[l.begun[group]]
	p.found = append(p.found, violation{j, group, g})
}

// activateLargest activates the columns found with the largest violations and reports whether there
// were any. Of columns with equal products, which are mostly equal columns, it takes the first: once
// that one has a weight, the others may need none.
func (p *lassoPath) activateLargest(l *lane) bool {
	slices.SortFunc(p.found, func(a, b violation) int {
		return cmp.Or(cmp.Compare(b.g, a.g), cmp.Compare(a.j, b.j))
	})
	most := max(8, len(l.active)/8)
	added, last := 0, math.NaN()
	for _, v := range p.found {
		if v.g == last || !p.activate(l, v) {
			continue
		}
		last = v.g
		if added++; added == most {
			break
		}
	}
	return added > 0
}

// product returns the product of a group's column with the centred residuals of a fit.
func (p *lassoPath) product(l *lane, group int32) float64 {
	rows, values := p.col.entries(group)
	return sparseDot(rows, values, l.r)
}

func sparseDot(rows []int32, values, x []float64) (s float64) {
	values = values[:len(rows)]
	for k, i := range rows {
		s += values[k] * x[i]
	}
	return s
}

// activate adds a column to the active ones of a fit unless it is constant in its rows, and reports
// whether it did.
func (p *lassoPath) activate(l *lane, v violation) bool {
	c := p.shared[v.group]
	if c == nil {
		c = p.newColumn(v.group)
		p.shared[v.group] = c
	}
	a := activeColumn{pathColumn: c, j: v.j}
	low, high := c.entries(l)
	for _, v := range c.values[:low] {
		a.mean += v
	}
	for _, v := range c.values[high:] {
		a.mean += v
	}
	a.mean /= l.size
	for _, v := range c.values[:low] {
		a.square += (v - a.mean) * (v - a.mean)
	}
	for _, v := range c.values[high:] {
		a.square += (v - a.mean) * (v - a.mean)
	}
	a.square += (l.size - float64(low+len(c.values)-high)) * a.mean * a.mean
	if !(a.square > 1e-300) || a.square < 1e-24*a.mean*a.mean*l.size {
		return false
	}
	l.active = append(l.active, a)
	l.begun[v.group]++
	return true
}

func (p *lassoPath) newColumn(group int32) *pathColumn {
	c := &pathColumn{cut: make([]int, len(p.start))}
	c.rows, c.values = p.col.entries(group)
	for f, row := range p.start {
		c.cut[f], _ = slices.BinarySearch(c.rows, int32(row))
	}
	if 4*len(c.rows) > p.n {
		c.dense = make([]float64, p.n)
		for k, i := range c.rows {
			c.dense[i] = c.values[k]
		}
	}
	return c
}

// entries returns the range of the entries that a fit does not have.
func (c *pathColumn) entries(l *lane) (low, high int) {
	if l.fold < 0 {
		return len(c.rows), len(c.rows)
	}
	return c.cut[l.fold], c.cut[l.fold+1]
}

// dot returns the product with the residuals of a fit.
func (c *pathColumn) dot(l *lane) float64 {
	if c.dense != nil {
		return blas64.Dot(vector(c.dense), vector(l.r))
	}
	return sparseDot(c.rows, c.values, l.r)
}

// subtract subtracts delta times the column from the residuals of a fit.
func (c *pathColumn) subtract(l *lane, delta float64) {
	if c.dense != nil {
		blas64.Axpy(-delta, vector(c.dense[:l.held]), vector(l.r[:l.held]))
		blas64.Axpy(-delta, vector(c.dense[l.end:]), vector(l.r[l.end:]))
		return
	}
	low, high := c.entries(l)
	for k, i := range c.rows[:low] {
		l.r[i] -= delta * c.values[k]
	}
	values := c.values[high:]
	for k, i := range c.rows[high:] {
		l.r[i] -= delta * values[k]
	}
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

// heldError returns a fit's mean squared error on the rows held out.
func (p *lassoPath) heldError(l *lane) float64 {
	clear(p.fit)
	var shift float64
	for _, c := range l.active {
		if c.w == 0 {
			continue
		}
		low, high := c.entries(l)
		for k := low; k < high; k++ {
			p.fit[c.rows[k]] += c.values[k] * c.w
		}
		shift += c.mean * c.w
	}
	var sum float64
	for i := l.held; i < l.end; i++ {
		e := l.y[i] - (p.fit[i] - shift)
		sum += e * e
	}
	return sum / float64(l.end-l.held)
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
