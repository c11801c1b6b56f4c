package regress

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/elements"
)

// equalColumns are the columns of a matrix in groups of equal ones, in the order of the first column
// of each.
type equalColumns struct {
	list   []int32 // columns, ascending within each group
	start  []int   // of each group in list, and their end
	unique columns // one of each group
}

func newEqualColumns(x *Matrix) *equalColumns {
	known := groupers.Get().(*grouper)
	defer groupers.Put(known)
	known.reset(x)
	c := &known.col
	e := &equalColumns{list: make([]int32, c.cols), start: make([]int, 1, c.cols+1)}
	entries := 0
	for j := range known.group {
		g := known.of(j)
		if int(g) == e.groups() {
			e.start = append(e.start, 0)
			entries += c.start[j+1] - c.start[j]
		}
		known.group[j] = g
		e.start[g+1]++
	}
	for g := range e.groups() {
		e.start[g+1] += e.start[g]
	}
	// Each group is filled from its start, which moves to its end.
	for j, g := range known.group {
		e.list[e.start[g]] = int32(j)
		e.start[g]++
	}
	copy(e.start[1:], e.start)
	e.start[0] = 0
	e.unique = columns{
		e.groups(), make([]int, 1, e.groups()+1), make([]int32, 0, entries),
		make([]float64, 0, entries),
	}
	for _, j := range known.first {
		e.unique.add(c.col(int(j)))
	}
	return e
}

// grouper finds columns equal to one before, by a hash table with linear probing.
type grouper struct {
	col   columns
	group []int32  // by column
	first []int32  // by group: its first column
	hash  []uint64 // by group
	table []int32  // one more than a group, from the place of its hash on; 0 for none
	shift int      // what makes a place of a hash
}

// groupers are kept, as they are large.
var groupers = sync.Pool{New: func() any { return new(grouper) }}

// reset prepares for the columns of a matrix.
func (k *grouper) reset(x *Matrix) {
	k.col.set(x)
	size := bits.Len(uint(2 * x.cols)) // the table stays less than half full
	k.first, k.hash, k.shift = k.first[:0], k.hash[:0], 64-size
	k.group, k.table = elements.Resized(k.group, x.cols), elements.Resized(k.table, 1<<size)
	clear(k.table)
}

// of returns the group of the next column, which is a new one if none before is equal.
func (k *grouper) of(j int) int32 {
	h := k.col.hash(j)
	at := int(h >> k.shift)
	for ; k.table[at] > 0; at = (at + 1) % len(k.table) {
		g := k.table[at] - 1
		if k.hash[g] == h && k.col.equal(j, int(k.first[g])) {
			return g
		}
	}
	k.first, k.hash = append(k.first, int32(j)), append(k.hash, h)
	k.table[at] = int32(len(k.first))
	return k.table[at] - 1
}

// groups returns the number of groups.
func (e *equalColumns) groups() int { return len(e.start) - 1 }

// columns returns the columns of a group.
func (e *equalColumns) columns(group int32) []int32 {
	return e.list[e.start[group]:e.start[group+1]]
}

// entries returns the entries of each column of a group.
func (e *equalColumns) entries(group int32) (rows []int32, values []float64) {
	return e.unique.col(int(group))
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
