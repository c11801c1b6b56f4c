package regress

import (
	"fmt"
	"slices"
)

// HStack returns the matrix [a b …]: the columns of a, followed by those of b and so on. It panics
// if the numbers of rows differ. Rows are shared, not copied.
func HStack(a *Matrix, more ...*Matrix) *Matrix {
	m := &Matrix{n: a.n}
	for _, b := range slices.Concat([]*Matrix{a}, more) {
		if a.n != b.n {
			panic(fmt.Sprintf("regress: HStack of matrices with %d and %d rows", a.n, b.n))
		}
		for _, p := range b.parts {
			if p.cols == 0 {
				continue
			}
			p.rows, p.column = slices.Clip(p.rows), slices.Clip(p.column)
			p.offset += int32(m.cols)
			m.parts = append(m.parts, p)
		}
		m.cols += b.cols
		m.entries += b.entries
	}
	return m
}
