package regress

import "fmt"

// HStack returns the matrix [a b]: the columns of a, then those of b. It
// panics where the numbers of rows differ. A row of a whose fellow in b has no
// entries is shared, not copied.
func HStack(a, b *Matrix) *Matrix {
	if len(a.rows) != len(b.rows) {
		panic(fmt.Sprintf("regress: matrices of %d and %d rows side by side", len(a.rows), len(b.rows)))
	}
	m := NewMatrix(len(a.rows), a.cols+b.cols)
	for i, left := range a.rows {
		right := b.rows[i]
		if len(right.Index) == 0 {
			m.rows = append(m.rows, left)
			continue
		}
		entries := len(left.Index) + len(right.Index)
		r := Row{Index: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
		r.Index = append(r.Index, left.Index...)
		r.Value = append(append(r.Value, left.Value...), right.Value...)
		for _, j := range right.Index {
			r.Index = append(r.Index, int32(a.cols)+j)
		}
		m.rows = append(m.rows, r)
	}
	return m
}
