package golearn

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/luna-rating/luna/regress"
)

// cell is an entry of a column.
type cell struct {
	row   int
	value float64
}

// column is a column of a design, without its zeros.
type column struct {
	index int
	cells []cell
}

// distinct returns the columns that a tree can split by: none that is constant and, of equal ones,
// the first, as golearn keeps the first of equally good splits. The tree stays the same to the
// bit, while the columns of words that occur in a single answer, and always together, become one.
// steps is the number of steps of one level of splits over them: for each threshold the loss of
// all rows is computed, and sorting takes some seven more steps per row.
func distinct(x *regress.Matrix) (kept []column, steps float64) {
	n, p := x.Dims()
	columns := make([][]cell, p)
	for i := range n {
		r := x.Row(i)
		for k, j := range r.Index {
			if r.Value[k] != 0 {
				columns[j] = append(columns[j], cell{i, r.Value[k]})
			}
		}
	}
	seen := make(map[string]bool)
	var key []byte
	for j, c := range columns {
		values := make([]float64, 0, len(c)+1)
		if len(c) < n {
			values = append(values, 0)
		}
		key = key[:0]
		for _, e := range c {
			key = binary.AppendUvarint(key, uint64(e.row))
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(e.value))
			values = append(values, e.value)
		}
		slices.Sort(values)
		thresholds := len(slices.Compact(values)) - 1
		if thresholds < 1 || seen[string(key)] {
			continue
		}
		seen[string(key)] = true
		kept = append(kept, column{j, c})
		steps += float64(n) * float64(thresholds+7)
	}
	return kept, steps
}
