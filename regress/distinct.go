package regress

import (
	"math"

	"github.com/luna-rating/luna/internal/parallel"
)

// minDistinct is the number of rows from which products are computed from distinct rows. They sum
// in another order, so results differ in their last digits from those by all rows.
const minDistinct = 200_001

// distinct holds some columns of a matrix with equal rows stored once. Of a million answers to a
// question most are equal to others, and so are most of their columns.
type distinct struct {
	at    []int32 // by row of the matrix: the number of the row here; nil if all are stored
	first []int   // by number: the first row of the matrix that has it
	parts []part
}

// byDistinct returns the matrix, for products by distinct rows if it has many rows and the group of
// each column is known.
func (m *Matrix) byDistinct(groups []int) *Matrix {
	if m.n < minDistinct || groups == nil {
		return m
	}
	return m.grouped(groups)
}

// grouped returns the matrix for products by the distinct rows of each group of columns.
func (m *Matrix) grouped(groups []int) *Matrix {
	parts, order := make(map[int][]part), []int(nil)
	for _, p := range m.parts {
		g := groups[p.offset]
		if parts[g] == nil {
			order = append(order, g)
		}
		parts[g] = append(parts[g], p)
	}
	x := &Matrix{n: m.n, cols: m.cols, parts: m.parts, entries: m.entries}
	x.distinct = make([]distinct, 2*len(order))
	parallel.EachOf(len(order), 1, func(k int) {
		x.distinct[2*k], x.distinct[2*k+1] = newDistinct(parts[order[k]], m.n)
	})
	return x
}

// newDistinct divides the parts of a group with n rows into those that have few distinct rows
// together, and others. The latter depend on each row's rating.
func newDistinct(parts []part, n int) (few, others distinct) {
	few = distinct{at: make([]int32, n), first: []int{0}}
	var kept []part
	for _, p := range parts {
		if p.cols != 1 {
			few, _ = few.refined(&p, n)
			kept = append(kept, p)
		}
	}
	for _, p := range parts {
		if p.cols != 1 {
			continue
		}
		if finer, ok := few.refined(&p, 2*len(few.first)); ok {
			kept, few = append(kept, p), finer
		} else {
			others.parts = append(others.parts, p)
		}
	}
	for _, p := range kept {
		few.parts = append(few.parts, p.only(few.first))
	}
	return few, others
}

// refined returns the numbering by which rows are equal if they also are in the part. It reports
// whether there are at most so many distinct ones.
func (d distinct) refined(p *part, most int) (finer distinct, ok bool) {
	type pair struct {
		at    int32
		value uint64
	}
	number := make(map[pair]int32)
	finer.at = make([]int32, len(d.at))
	for i, at := range d.at {
		key := pair{at, uint64(p.number(i))}
		if p.cols == 1 {
			key.value = math.Float64bits(p.column[key.value])
		}
		k, found := number[key]
		if !found {
			if k = int32(len(finer.first)); int(k) == most {
				return finer, false
			}
			number[key], finer.first = k, append(finer.first, i)
		}
		finer.at[i] = k
	}
	return finer, true
}

// only returns the part of some rows.
func (p *part) only(rows []int) part {
	q := part{rows: p.rows, offset: p.offset, cols: p.cols}
	for _, i := range rows {
		if p.cols == 1 {
			q.column = append(q.column, p.column[p.number(i)])
		} else {
			q.at = append(q.at, int32(p.number(i)))
		}
	}
	return q
}

// groups returns the groups of columns for products; without any, each part is one.
func (m *Matrix) groups() []distinct {
	if m.distinct != nil {
		return m.distinct
	}
	groups := make([]distinct, len(m.parts))
	for k := range groups {
		groups[k].parts = m.parts[k : k+1]
	}
	return groups
}

// times sets dst to X w, each element summed by ascending column or group. dst is zero.
func (m *Matrix) times(dst, w []float64) {
	groups, products := m.groups(), make([][]float64, len(m.distinct))
	m.spread(len(products), func(g int) {
		d := &m.distinct[g]
		products[g] = make([]float64, len(d.first))
		for k := range d.parts {
			d.parts[k].times(products[g], 0, w) // none without numbers
		}
	})
	m.spread((m.n+productRows-1)/productRows, func(chunk int) {
		from, to := chunk*productRows, min((chunk+1)*productRows, m.n)
		for g, d := range groups {
			if d.at == nil {
				for k := range d.parts {
					d.parts[k].times(dst[from:to], from, w)
				}
				continue
			}
			for i, k := range d.at[from:to] {
				dst[from+i] += products[g][k]
			}
		}
	})
}

// addTransposed adds Xᵀ v to dst, each element summed by ascending row, or number of a row.
func (m *Matrix) addTransposed(dst, v []float64) {
	groups := m.groups()
	m.spread(len(groups), func(g int) {
		d, sums := &groups[g], v
		if d.at != nil {
			sums = make([]float64, len(d.first))
			for i, k := range d.at {
				sums[k] += v[i]
			}
		}
		for k := range d.parts {
			p := &d.parts[k]
			p.addTransposed(dst[p.offset:], sums)
		}
	})
}
