package regress

import (
	"math"
	"slices"
)

// equalColumns are the columns of a matrix in groups of equal ones, in the order of the first column
// of each.
type equalColumns struct {
	col   *columns
	list  []int32 // ascending within each group
	start []int   // of each group in list, and their end
}

func newEqualColumns(c *columns) *equalColumns {
	e := &equalColumns{col: c, list: make([]int32, c.cols), start: []int{0}}
	group := make([]int32, c.cols)
	var first []int32                       // column of each group
	known := make(map[uint64]int32, c.cols) // group by hash
	for j := range group {
		h := c.hash(j)
		g, ok := known[h]
		if !ok || !c.equal(j, int(first[g])) {
			g = int32(len(first))
			known[h] = g
			first = append(first, int32(j))
			e.start = append(e.start, 0)
		}
		group[j] = g
		e.start[g+1]++
	}
	for g := range first {
		e.start[g+1] += e.start[g]
	}
	next := slices.Clone(e.start)
	for j, g := range group {
		e.list[next[g]] = int32(j)
		next[g]++
	}
	return e
}

// groups returns the number of groups.
func (e *equalColumns) groups() int { return len(e.start) - 1 }

// columns returns the columns of a group.
func (e *equalColumns) columns(group int32) []int32 {
	return e.list[e.start[group]:e.start[group+1]]
}

// entries returns the entries of each column of a group.
func (e *equalColumns) entries(group int32) (rows []int32, values []float64) {
	return e.col.col(int(e.list[e.start[group]]))
}

// manyRows is the number of rows from which on products with columns stored by row may be faster
// than those with their entries alone, because of their vectors.
const manyRows = 128

// dense returns by group, if n rows are many, the columns that have more than an eighth of them as
// entries, all elements by row. Those of the others are nil.
func (e *equalColumns) dense(n int) [][]float64 {
	list := make([][]float64, e.groups())
	if n < manyRows {
		return list
	}
	for g := range list {
		if rows, values := e.entries(int32(g)); 8*len(rows) > n {
			list[g] = make([]float64, n)
			scatter(list[g], rows, values)
		}
	}
	return list
}

// scatter sets the elements in these rows.
func scatter(dst []float64, rows []int32, values []float64) {
	for k, i := range rows {
		dst[i] = values[k]
	}
}

// hash returns a number that equal columns have in common.
func (c *columns) hash(j int) uint64 {
	const prime = 0x9e3779b97f4a7c15
	rows, values := c.col(j)
	h := uint64(len(rows))
	for k, i := range rows {
		h = (h ^ uint64(i)) * prime
		h = (h ^ h>>32 ^ math.Float64bits(values[k])) * prime
	}
	return h
}

// equal reports whether two columns have the same entries.
func (c *columns) equal(a, b int) bool {
	rows, values := c.col(a)
	otherRows, otherValues := c.col(b)
	return slices.Equal(rows, otherRows) && slices.Equal(values, otherValues)
}
