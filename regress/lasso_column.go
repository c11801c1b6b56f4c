package regress

import "github.com/luna-rating/luna/internal/dense"

// pathColumn is the columns of a group that some fit needed.
type pathColumn struct {
	rows   []int32
	values []float64
	cut    []int     // entry that begins each fold, and their number
	dense  []float64 // by row, if most rows have an entry
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
		return dense.Dot(c.dense, l.r)
	}
	return sparseDot(c.rows, c.values, l.r)
}

// subtract subtracts delta times the column from the residuals of a fit.
func (c *pathColumn) subtract(l *lane, delta float64) {
	if c.dense != nil {
		dense.AddScaled(l.r[:l.held], -delta, c.dense[:l.held])
		dense.AddScaled(l.r[l.end:], -delta, c.dense[l.end:])
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
