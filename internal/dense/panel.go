package dense

import (
	"math"
	"sync"

	"github.com/luna-rating/luna/internal/parallel"
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
	//nolint:staticcheck // a call of copy takes longer for so few numbers
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

// A tile of C has tileRows x tileCols elements; operands are packed into strips of tileCols
// columns.
const (
	tileRows = 4
	tileCols = 8
)

// subtractPlain computes c[i*stride+j] -= Σ_t a[t*tileCols+i] b[t*tileCols+j], t < k, one t after
// the other, for a full tile. The conversions keep compilers from fusing multiplication and
// subtraction.
func subtractPlain(c []float64, stride int, a, b []float64, k int) {
	for i := range tileRows {
		row := c[i*stride:][:tileCols:tileCols]
		c0 := row[0]
		c1 := row[1]
		c2 := row[2]
		c3 := row[3]
		c4 := row[4]
		c5 := row[5]
		c6 := row[6]
		c7 := row[7]
		for t := range k {
			v, r := a[t*tileCols+i], b[t*tileCols:][:tileCols:tileCols]
			c0 -= float64(v * r[0])
			c1 -= float64(v * r[1])
			c2 -= float64(v * r[2])
			c3 -= float64(v * r[3])
			c4 -= float64(v * r[4])
			c5 -= float64(v * r[5])
			c6 -= float64(v * r[6])
			c7 -= float64(v * r[7])
		}
		row[0] = c0
		row[1] = c1
		row[2] = c2
		row[3] = c3
		row[4] = c4
		row[5] = c5
		row[6] = c6
		row[7] = c7
	}
}

// AddOuter computes C += AAᵀ in the upper triangle of C, n x n, for A of n x k.
func AddOuter(c []float64, n, cstride int, a []float64, k, astride int) {
	addProduct(c, n, cstride, k, func(p *panel, from, rows int) {
		p.addTransposed(a[from:], astride, rows, n)
	})
}

// AddInner computes C += AᵀA in the upper triangle of C, n x n, for A of k x n.
func AddInner(c []float64, n, cstride int, a []float64, k, astride int) {
	addProduct(c, n, cstride, k, func(p *panel, from, rows int) {
		p.add(a[from*astride:], astride, rows, 0, n)
	})
}

// addProduct does the work of [AddOuter] and [AddInner]. add puts rows of the k-row factor into a
// panel.
func addProduct(c []float64, n, cstride, k int, add func(p *panel, from, rows int)) {
	if n == 0 {
		return
	}
	left, right := borrow(n), borrow(n)
	defer left.release()
	defer right.release()
	for start := 0; start < k; start += depth {
		rows := min(depth, k-start)
		right.rows = 0
		add(right, start, rows)
		left.setNegative(right, n)
		subtractProductShared(c, n, n, cstride, left, 0, right, 0, 0)
	}
}

const (
	// minShared is the number of multiplications from which the work on a matrix is shared among
	// processors. Less takes about a millisecond.
	minShared = 1 << 22
	// sharedRows is the number of rows that a processor takes at a time.
	sharedRows = 8 * tileRows
)

// subtractProductShared is [subtractProduct] on all processors. Elements share nothing, so that
// each is the same to the bit whoever computes it.
func subtractProductShared(c []float64, rows, cols, stride int, a *panel, i int, b *panel, j int,
	diagonal int) {
	if rows*cols*b.rows < minShared {
		subtractProduct(c, rows, cols, stride, a, i, b, j, diagonal)
		return
	}
	parallel.EachOf((rows+sharedRows-1)/sharedRows, 1, func(block int) {
		from := block * sharedRows
		subtractProduct(c[from*stride:], min(sharedRows, rows-from), cols, stride, a, i+from, b, j,
			diagonal+from)
	})
}
