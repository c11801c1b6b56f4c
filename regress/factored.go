package regress

import (
	"sync"
	"sync/atomic"
)

// factored is a matrix prepared for many products with vectors. Parts that number their rows alike
// are joined and hold only the distinct rows that occur. A product costs the entries of those and
// one term per row and group. Sums are in a different order from those of [Matrix.times].
type factored struct {
	groups  []rowGroup
	workers int // goroutines per product; the result does not depend on them
}

// rowGroup is a set of columns that share their distinct rows.
type rowGroup struct {
	at    []int32   // distinct row of each row; nil if all rows are distinct
	one   entryList // entries that are 1, as in bags of words, without values
	other entryList
	// columns lists the columns with entries, ascending. The indices of one and other are positions
	// in it, so that random reads stay close together in memory.
	columns []int32
	local   []float64 // scratch, by position in columns
	sums    []float64 // scratch, by distinct row
}

// entryList holds the entries of some rows: those of row d from start[d] to start[d+1].
type entryList struct {
	start []int
	index []int32
	value []float64 // nil if each is 1
}

// newFactored prepares a matrix. The result is not safe for concurrent use.
func newFactored(x *Matrix) *factored {
	f := &factored{}
	done := make([]bool, len(x.parts))
	for k := range x.parts {
		if done[k] {
			continue
		}
		var parts []part
		for l := k; l < len(x.parts); l++ {
			if x.parts[l].sameRows(x.parts[k]) {
				parts, done[l] = append(parts, x.parts[l]), true
			}
		}
		f.groups = append(f.groups, newRowGroup(parts, x.n, x.cols))
	}
	return f
}

func newRowGroup(parts []part, n, cols int) rowGroup {
	var g rowGroup
	var kept []int // indices of the distinct rows that occur
	if from := parts[0].at; from == nil {
		kept = make([]int, n)
		for i := range kept {
			kept[i] = i
		}
	} else {
		place := make([]int32, len(parts[0].rows)) // position in kept, from 1
		g.at = make([]int32, n)
		for i, k := range from {
			if place[k] == 0 {
				kept = append(kept, int(k))
				place[k] = int32(len(kept))
			}
			g.at[i] = place[k] - 1
		}
	}
	g.sums = make([]float64, len(kept))
	place := make([]int32, cols) // position in columns, from 1
	ones, others := 0, 0
	for _, k := range kept {
		for _, p := range parts {
			for e, v := range p.rows[k].Value {
				place[p.offset+p.rows[k].Index[e]] = 1
				if v == 1 {
					ones++
				} else {
					others++
				}
			}
		}
	}
	for j, used := range place {
		if used > 0 {
			g.columns = append(g.columns, int32(j))
			place[j] = int32(len(g.columns))
		}
	}
	g.local = make([]float64, len(g.columns))
	g.one = entryList{start: make([]int, 1, len(kept)+1), index: make([]int32, 0, ones)}
	g.other = entryList{
		start: make([]int, 1, len(kept)+1),
		index: make([]int32, 0, others),
		value: make([]float64, 0, others),
	}
	for _, k := range kept {
		for _, p := range parts {
			r := p.rows[k]
			for e, j := range r.Index {
				j = place[p.offset+j] - 1
				if v := r.Value[e]; v == 1 {
					g.one.index = append(g.one.index, j)
				} else {
					g.other.index = append(g.other.index, j)
					g.other.value = append(g.other.value, v)
				}
			}
		}
		g.one.start = append(g.one.start, len(g.one.index))
		g.other.start = append(g.other.start, len(g.other.index))
	}
	return g
}

// each calls do with every group, on the given number of goroutines.
func (f *factored) each(do func(g *rowGroup)) {
	workers := min(f.workers, len(f.groups))
	if workers <= 1 {
		for k := range f.groups {
			do(&f.groups[k])
		}
		return
	}
	var wait sync.WaitGroup
	var next atomic.Int32
	for range workers {
		wait.Go(func() {
			for k := next.Add(1); int(k) <= len(f.groups); k = next.Add(1) {
				do(&f.groups[k-1])
			}
		})
	}
	wait.Wait()
}

// times sets dst to X w.
func (f *factored) times(dst, w []float64) {
	f.each(func(g *rowGroup) { g.multiply(w) })
	clear(dst)
	for k := range f.groups {
		g := &f.groups[k]
		if g.at == nil {
			for i, s := range g.sums {
				dst[i] += s
			}
			continue
		}
		for i, d := range g.at {
			dst[i] += g.sums[d]
		}
	}
}

// multiply sets sums to the products of the distinct rows with w.
func (g *rowGroup) multiply(w []float64) {
	local := g.local
	for l, j := range g.columns {
		local[l] = w[j]
	}
	for d := range g.sums {
		var s float64
		for _, j := range g.one.index[g.one.start[d]:g.one.start[d+1]] {
			s += local[j]
		}
		from, to := g.other.start[d], g.other.start[d+1]
		value := g.other.value[from:to]
		for e, j := range g.other.index[from:to] {
			s += value[e] * local[j]
		}
		g.sums[d] = s
	}
}

// addTransposed adds Xᵀ v to dst. No two groups share a column.
func (f *factored) addTransposed(dst, v []float64) {
	f.each(func(g *rowGroup) { g.addTransposed(dst, v) })
}

func (g *rowGroup) addTransposed(dst, v []float64) {
	sums := v
	if g.at != nil {
		sums = g.sums
		clear(sums)
		for i, d := range g.at {
			sums[d] += v[i]
		}
	}
	local := g.local
	clear(local)
	for d, s := range sums {
		for _, j := range g.one.index[g.one.start[d]:g.one.start[d+1]] {
			local[j] += s
		}
		from, to := g.other.start[d], g.other.start[d+1]
		value := g.other.value[from:to]
		for e, j := range g.other.index[from:to] {
			local[j] += value[e] * s
		}
	}
	for l, j := range g.columns {
		dst[j] += local[l]
	}
}
