package regress

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/elements"
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
	dense  [][]float64           // by group: of a column with many entries, all by row; or nil
	start  []int                 // first row of each fold, and n
	norm   []float64             // by group: of the column, centred in all rows
	shared map[int32]*pathColumn // by group
	lanes  []*lane
	mixed  [][lanes]float64 // residuals by row, of some of the lanes
	fit    []float64        // scratch, by row
	moved  []float64        // scratch, by row
	found  []violation
	strong []strongGroup // that pass the strong rule in the fit that advances
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
	path.col = newEqualColumns(p.X.Select(order))
	path.norm = make([]float64, 0, path.col.groups())
	for g, norm := 0, newCentred(p.X).norm; g < path.col.groups(); g++ {
		path.norm = append(path.norm, norm[path.col.columns(int32(g))[0]])
	}
	path.dense = path.col.dense(n)
	path.strong = make([]strongGroup, 0, path.col.groups())
	y := elements.At(p.Y, order)
	path.lanes = append(path.lanes, newLane(y, -1, n, n, path.col.groups()))
	for f := range held {
		path.lanes = append(path.lanes,
			newLane(y, f, path.start[f], path.start[f+1], path.col.groups()))
	}
	path.pass(path.lanes)
	return path
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
		for j, x := range p.dense {
			if x != nil {
				for _, l := range some {
					l.g[j] = dense.Dot(x, l.r)
				}
				continue
			}
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
// rule: |g| >= 2t - the last t. It computes a product again only where the residuals may have moved
// far enough for a violation.
func (p *lassoPath) advance(l *lane, t float64) {
	p.strong = p.strong[:0]
	for group, g := range l.g {
		if math.Abs(g) >= 2*t-l.last && p.waiting(l, int32(group)) {
			p.strong = append(p.strong, strongGroup{int32(group), math.Abs(g), l.drift})
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
		for k := range p.strong {
			s := &p.strong[k]
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
	if x := p.dense[group]; x != nil {
		return dense.Dot(x, l.r)
	}
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
	c.dense = p.dense[group]
	if p.n < manyRows && 4*len(c.rows) > p.n {
		c.dense = make([]float64, p.n)
		scatter(c.dense, c.rows, c.values)
	}
	return c
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
