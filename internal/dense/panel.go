package dense

import (
	"math"
	"sync"
)

// depth is the maximum number of rows of a panel.
const depth = 64

// panel holds up to depth rows of a matrix, packed for the kernel: strip s has the columns from
// s*tileCols on, one row after the other. Short strips are padded with zeros.
type panel struct {
	rows int
	data []float64
}

var panels = sync.Pool{New: func() any { return new(panel) }}

// borrow returns an empty panel with room for the number of columns. Return it with release.
func borrow(cols int) *panel {
	p := panels.Get().(*panel)
	size := (cols + tileCols - 1) / tileCols * tileCols * depth
	if cap(p.data) < size {
		p.data = make([]float64, size)
	}
	p.rows, p.data = 0, p.data[:size]
	return p
}

func (p *panel) release() { panels.Put(p) }

// column returns the packed rows from column j to the end of its strip.
func (p *panel) column(j int) []float64 {
	return p.data[j/tileCols*tileCols*depth+j%tileCols:]
}

// add appends rows with cols columns, the first of them in the panel's column from, a multiple of
// tileRows.
func (p *panel) add(a []float64, stride, rows, from, cols int) {
	for j := 0; j < cols; {
		skip := (from + j) % tileCols
		n := min(cols-j, tileCols-skip)
		strip := p.column(from + j)[p.rows*tileCols:]
		for r := range rows {
			if n == tileCols {
				*(*[tileCols]float64)(strip[r*tileCols:]) = [tileCols]float64(a[r*stride+j:])
				continue
			}
			out := strip[r*tileCols:][:tileCols-skip]
			copyFew(out, a[r*stride+j:][:n])
			for i := n; i < len(out); i++ {
				out[i] = 0
			}
		}
		j += n
	}
	p.rows += rows
}

// copyFew copies a part of a row of a tile. A call of copy takes longer.
func copyFew(to, from []float64) {
	if len(from) == tileCols {
		*(*[tileCols]float64)(to) = [tileCols]float64(from)
		return
	}
	to = to[:len(from)]
	//lint:ignore S1001 a call of copy takes longer for so few numbers
	for i, v := range from {
		to[i] = v
	}
}

// addTransposed appends the transpose of a, cols x rows.
func (p *panel) addTransposed(a []float64, stride, rows, cols int) {
	for j := range (cols + tileCols - 1) / tileCols * tileCols {
		column := p.column(j)[p.rows*tileCols:]
		for r := range rows {
			if j < cols {
				column[r*tileCols] = a[j*stride+r]
			} else {
				column[r*tileCols] = 0
			}
		}
	}
	p.rows += rows
}

// setNegative makes p the first cols columns of -q.
func (p *panel) setNegative(q *panel, cols int) {
	p.rows = q.rows
	for j := 0; j < cols; j += tileCols {
		from := q.column(j)[:q.rows*tileCols]
		to := p.column(j)[:len(from)]
		for i, v := range from {
			to[i] = -v
		}
	}
}

// everywhere is a diagonal that excludes no element.
const everywhere = math.MinInt / 2

// subtractProduct computes C -= AᵀB for C of rows x cols. The columns of A are in a from column i
// on and those of B in b from column j on; i is a multiple of tileRows and j of tileCols. Only the
// elements of row r from column r+diagonal on change.
func subtractProduct(c []float64, rows, cols, stride int, a *panel, i int, b *panel, j int,
	diagonal int) {
	k := b.rows
	if k == 0 {
		return
	}
	var edge [tileRows * tileCols]float64
	for r := 0; r < rows; r += tileRows {
		left := a.column(i + r)
		for s := max(0, (r+diagonal)/tileCols*tileCols); s < cols; s += tileCols {
			right := b.column(j + s)
			if r+tileRows <= rows && s+tileCols <= cols && s >= r+diagonal+tileRows-1 {
				subtract(c[r*stride+s:], stride, left, right, k)
				continue
			}
			height, width := min(tileRows, rows-r), min(tileCols, cols-s)
			for y := range height {
				copyFew(edge[y*tileCols:], c[(r+y)*stride+s:][:width])
			}
			subtract(edge[:], tileCols, left, right, k)
			for y := range height {
				from := min(width, max(0, r+y+diagonal-s))
				copyFew(c[(r+y)*stride+s+from:], edge[y*tileCols+from:y*tileCols+width])
			}
		}
	}
}
