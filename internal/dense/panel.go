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
	for r := range rows {
		row := a[r*stride : r*stride+cols]
		for j := 0; j < cols; {
			end := min(cols, (from+j)/tileCols*tileCols+tileCols-from)
			strip := p.column(from + j)[(p.rows+r)*tileCols:]
			n := copy(strip, row[j:end])
			j += n
			if j == cols && (from+j)%tileCols != 0 {
				clear(strip[n : n+tileCols-(from+j)%tileCols])
			}
		}
	}
	p.rows += rows
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

// negate changes the signs of the first cols columns.
func (p *panel) negate(cols int) {
	for j := 0; j < cols; j += tileCols {
		strip := p.column(j)[:p.rows*tileCols]
		for i := range strip {
			strip[i] = -strip[i]
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
				from := min(width, max(0, r+y+diagonal-s))
				copy(edge[y*tileCols+from:y*tileCols+width], c[(r+y)*stride+s+from:])
			}
			subtract(edge[:], tileCols, left, right, k)
			for y := range height {
				from := min(width, max(0, r+y+diagonal-s))
				copy(c[(r+y)*stride+s+from:], edge[y*tileCols+from:y*tileCols+width])
			}
		}
	}
}
