package regress

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// lanes is the number of fits whose products with a column are computed at once: those without each
// of five folds.
const lanes = 5

// pathSweeps is the maximum number of sweeps, and of passes, for one penalty.
const pathSweeps = 1000

// lassoPath follows the solutions of the [ElasticNet], of which the [Lasso] is a case, along
// falling penalties α, for all rows of a matrix and for those outside each of some folds. It
// descends over the columns that were active before and those that pass the sequential strong rule,
// and checks all columns once for each penalty, for several fits in one pass.
//
// Sources: Friedman, Hastie and Tibshirani, J. Stat. Softw. 33(1), 2010; Tibshirani, Bien,
// Friedman, Hastie, Simon, Taylor and Tibshirani, Strong Rules for Discarding Predictors in
// Lasso-Type Problems, J. R. Stat. Soc. B 74(2), 2012.
type lassoPath struct {
	n     int
	ratio float64 // ρ, the share of the L1 penalty
	// A descent ends when no weight moves the fit by more than tol, relative to the deviation of
	// the targets.
	tol   float64
	cols  []pathColumn     // the rows of each fold are adjacent
	at    []int            // of each of cols, its number in the matrix
	norm  []float64        // of each of cols, centred in all rows
	all   *lane            // the fit to all rows
	parts []*lane          // those without each fold
	mixed [][lanes]float64 // residuals by row, of some of the lanes
	fit   []float64        // scratch, by row
}

// newLassoPath starts with w = 0. The held-out folds, if any, have all rows.
func newLassoPath(p Problem, held [][]int, ratio, tol float64) *lassoPath {
	n, cols := p.X.Dims()
	path := &lassoPath{
		n: n, ratio: ratio, tol: tol, mixed: make([][lanes]float64, n), fit: make([]float64, n),
	}
	x, y := p.X, p.Y
	if held != nil {
		order := slices.Concat(held...)
		x, y = x.Select(order), numbers.At(y, order)
	}
	col, norm := newColumns(x), newCentred(p.X).norm
	seen, key := make(map[string]bool), []byte(nil)
	for j := range cols {
		var c pathColumn
		c.rows, c.values = col.col(j)
		if ratio == 1 { // of equal columns, such as words of one person, only the first needs a weight
			key = appendColumn(key[:0], c)
			if seen[string(key)] {
				continue
			}
			seen[string(key)] = true
		}
		if 8*len(c.rows) > n {
			c.dense = make([]float64, n)
			for k, i := range c.rows {
				c.dense[i] = c.values[k]
			}
		}
		path.cols, path.at = append(path.cols, c), append(path.at, j)
		path.norm = append(path.norm, norm[j])
	}
	cols = len(path.cols)
	path.all = newLane(y, n, n, cols)
	start := 0
	for _, rows := range held {
		path.parts = append(path.parts, newLane(y, start, start+len(rows), cols))
		start += len(rows)
	}
	path.pass(path.all)
	path.pass(path.parts...)
	return path
}

// appendColumn appends the bytes of a column to key.
func appendColumn(key []byte, c pathColumn) []byte {
	for k, i := range c.rows {
		key = binary.LittleEndian.AppendUint32(key, uint32(i))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(c.values[k]))
	}
	return key
}

// pass computes the products of all columns with the residuals of some lanes.
func (p *lassoPath) pass(list ...*lane) {
	for some := range slices.Chunk(list, lanes) {
		for f, l := range some {
			for i, v := range l.r {
				p.mixed[i][f] = v
			}
		}
		for j := range p.cols {
			c := &p.cols[j]
			if c.dense != nil || len(some) == 1 {
				for _, l := range some {
					l.g[j] = c.dot(l.r)
				}
				continue
			}
			rows, values := c.rows, c.values[:len(c.rows)]
			var s0, s1, s2, s3, s4 float64
			for k, i := range rows {
				v, r := values[k], &p.mixed[i]
				s0 += v * r[0]
				s1 += v * r[1]
				s2 += v * r[2]
				s3 += v * r[3]
				s4 += v * r[4]
			}
			s := [lanes]float64{s0, s1, s2, s3, s4}
			for k, l := range some {
				l.g[j] = s[k]
			}
		}
	}
}

func sparseDot(rows []int32, values, x []float64) (s float64) {
	values = values[:len(rows)]
	for k, i := range rows {
		s += values[k] * x[i]
	}
	return s
}

// follow fits some lanes with the penalty α, which is no greater than the one before.
func (p *lassoPath) follow(alpha float64, list ...*lane) {
	for _, l := range list {
		last := l.l1
		l.l1, l.l2 = l.size*alpha*p.ratio, l.size*alpha*(1-p.ratio)
		p.activate(l, max(2*l.l1-min(last, maxAbs(l.g)), l.l1/2))
		l.descend(p.tol)
	}
	for range pathSweeps {
		p.pass(list...)
		again := false
		for _, l := range list {
			if p.activate(l, l.l1*(1+1e-9)) {
				l.descend(p.tol)
				again = true
			}
		}
		if !again {
			return
		}
	}
}

// activate adds the columns whose products with the residuals exceed limit to the active ones of a
// fit, except those that are constant in its rows, and reports whether there were any.
func (p *lassoPath) activate(l *lane, limit float64) bool {
	before := len(l.active)
	for j, g := range l.g {
		if math.Abs(g) > limit && !l.seen[j] {
			l.seen[j] = true
			c := activeColumn{pathColumn: &p.cols[j], j: int32(j)}
			c.low, _ = slices.BinarySearch(c.rows, int32(l.held))
			c.high, _ = slices.BinarySearch(c.rows, int32(l.end))
			if c.measure(l.size) {
				l.active = append(l.active, c)
			}
		}
	}
	return len(l.active) > before
}

// heldError returns a fit's mean squared error on the rows held out.
func (p *lassoPath) heldError(l *lane) float64 {
	clear(p.fit)
	var shift float64
	for _, c := range l.active {
		if c.w == 0 {
			continue
		}
		for k := c.low; k < c.high; k++ {
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
