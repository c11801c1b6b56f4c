package dense

import "github.com/luna-rating/luna/internal/parallel"

const (
	// minShared is the number of multiplications from which the work on a matrix is shared among
	// processors. Less takes about a millisecond.
	minShared = 1 << 22
	// sharedRows is the number of rows that a processor takes at a time.
	sharedRows = 8 * tileRows
)

// subtractProductShared is [subtractProduct] on all processors. Elements share nothing, so that each
// is the same to the bit whoever computes it.
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
