package regress

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

const (
	// maxBlock is the maximum order of a block of [blocks], and maxBlocks that of the elements of
	// all blocks of a problem.
	maxBlock  = 1024
	maxBlocks = 1 << 24
	// ridgeTol is the gradient at which conjugate gradients stop, relative to its upper bound.
	ridgeTol = 1e-12
)

// fitLarge solves by conjugate gradients. If alpha is 0, it chooses the penalty from some of the
// rows.
func (s *ridgeSystem) fitLarge(alpha float64) (Model, error) {
	if alpha == 0 {
		alpha, _ = s.choose()
	}
	l := s.conjugate(alpha, newBlocks(s.c, s.p.Groups, alpha, maxBlock), maxSparseSteps)
	d := Diagnostics{Alpha: alpha, Iterations: l.steps}
	if l.openGradient != 0 {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: ridge: after %d steps the gradient is %.2g "+
			"of its upper bound", ErrNoConvergence, l.steps, l.openGradient))
	}
	return s.model(l.w, d)
}

// conjugate minimises ||yc - Xc w||² + α||w||² by products with X, in at most limit steps, each
// in a direction that m makes of the gradient.
func (s *ridgeSystem) conjugate(alpha float64, m *blocks, limit int) *solution {
	c := *s.c
	if s.p.Groups != nil {
		c.x = c.x.grouped(s.p.Groups)
	}
	l := &solution{w: make([]float64, len(c.mean))}
	gradient, ahead := make([]float64, len(l.w)), make([]float64, len(l.w))
	direction := make([]float64, len(l.w))
	residual, image := slices.Clone(s.yc), make([]float64, s.n)
	norm := norm2(c.norm)
	c.transposed(gradient, residual)
	for before := math.Inf(1); ; l.steps++ {
		open := norm2(gradient) / (norm * math.Hypot(norm2(residual), math.Sqrt(alpha)*norm2(l.w)))
		if !(open > ridgeTol) { // not a number if squares vanish
			break
		}
		if l.steps == limit {
			l.openGradient = open
			break
		}
		m.solve(ahead, gradient)
		decay := dot(gradient, ahead)
		floats.AddScaledTo(direction, ahead, decay/before, direction)
		before = decay
		c.multiply(image, direction)
		step := decay / (dot(image, image) + alpha*dot(direction, direction))
		floats.AddScaled(l.w, step, direction)
		floats.AddScaled(residual, -step, image)
		c.transposed(gradient, residual)
		floats.AddScaled(gradient, -alpha, l.w)
	}
	return l
}

// blocks approximates XcᵀXc + αI by its diagonal and, for each group of columns, its elements among
// those of greatest norm. Columns of a question depend on each other far more than on others.
type blocks struct {
	diagonal []float64 // p
	list     []block
}

// block is one group's part of a matrix.
type block struct {
	columns []int // ascending
	gram    []float64
	factor  *dense.Factor // nil if rounding leaves none
	some    []float64     // memory for the elements of a vector
}

// newBlocks factorizes blocks of at most so many columns.
func newBlocks(c *centred, groups []int, alpha float64, most int) *blocks {
	m := &blocks{diagonal: make([]float64, len(c.mean))}
	if groups == nil {
		groups = make([]int, len(c.mean))
	}
	number := make(map[int]int) // of each group's block
	for j, norm := range c.norm {
		m.diagonal[j] = norm*norm + alpha
		b, found := number[groups[j]]
		if !found {
			b, number[groups[j]] = len(m.list), len(m.list)
			m.list = append(m.list, block{})
		}
		m.list[b].columns = append(m.list[b].columns, j)
	}
	most = min(most, int(math.Sqrt(maxBlocks/float64(len(m.list)))))
	for k := range m.list {
		b := &m.list[k]
		slices.SortStableFunc(b.columns, func(i, j int) int {
			return cmp.Compare(c.norm[j], c.norm[i])
		})
		b.columns = slices.Clone(b.columns[:min(most, len(b.columns))])
		slices.Sort(b.columns)
	}
	m.addGrams(c)
	parallel.EachOf(len(m.list), 1, func(k int) { m.list[k].factorize(c, alpha) })
	return m
}

// addGrams makes the blocks of XcᵀXc = XᵀX - n mean meanᵀ.
func (m *blocks) addGrams(c *centred) {
	place := make([]int32, len(c.mean)) // of each column in its block
	of := make([]int32, len(c.mean))    // 1 plus the number of that block; 0 for none
	for b := range m.list {
		columns := m.list[b].columns
		m.list[b].gram = make([]float64, len(columns)*len(columns))
		for k, j := range columns {
			place[j], of[j] = int32(k), int32(b+1)
			row := m.list[b].gram[k*len(columns):]
			for e, i := range columns[k:] {
				row[k+e] = -float64(c.x.n) * c.mean[j] * c.mean[i]
			}
		}
	}
	rows := make([]Row, len(m.list)) // one row of each block
	for i := range c.x.n {
		for b := range rows {
			rows[b].Index, rows[b].Value = rows[b].Index[:0], rows[b].Value[:0]
		}
		for k := range c.x.parts {
			p := &c.x.parts[k]
			r := p.row(i)
			for e, j := range r.Index {
				j += p.offset
				if of[j] != 0 {
					b := &rows[of[j]-1]
					b.Index, b.Value = append(b.Index, place[j]), append(b.Value, r.Value[e])
				}
			}
		}
		for b, r := range rows {
			for k, j := range r.Index {
				to, v := m.list[b].gram[int(j)*len(m.list[b].columns):], r.Value[k]
				for e, i := range r.Index[k:] {
					to[i] += v * r.Value[k+e]
				}
			}
		}
	}
}

// factorize factorizes the block with the penalty, which is raised to the level of rounding.
func (b *block) factorize(c *centred, alpha float64) {
	m := len(b.columns)
	b.some = make([]float64, m)
	top := 0.
	for _, j := range b.columns {
		top = max(top, c.norm[j]*c.norm[j])
	}
	for k := range m {
		b.gram[k*m+k] += alpha + 1e-12*top
	}
	b.factor = dense.Factorize(b.gram, m)
}

// solve sets dst to the approximate inverse times v.
func (m *blocks) solve(dst, v []float64) {
	floats.DivTo(dst, v, m.diagonal)
	parallel.EachOf(len(m.list), 1, func(k int) {
		b := &m.list[k]
		if b.factor == nil {
			return
		}
		for k, j := range b.columns {
			b.some[k] = v[j]
		}
		b.factor.Solve(b.some)
		for k, j := range b.columns {
			dst[j] = b.some[k]
		}
	})
}
