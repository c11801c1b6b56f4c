package regress

import "fmt"

// Row is one sparse row: Value[k] stands in column Index[k]; the indices ascend
// strictly. Columns that are not named are zero.
type Row struct {
	Index []int32   `json:"index"`
	Value []float64 `json:"value"`
}

// Matrix is an n x p matrix of sparse rows. Rows may be shared between
// matrices (see [Matrix.Select]), so they must not be written to once appended.
type Matrix struct {
	rows []Row
	cols int
}

// NewMatrix returns an empty matrix of cols columns with room for n rows.
func NewMatrix(n, cols int) *Matrix {
	return &Matrix{rows: make([]Row, 0, n), cols: cols}
}

// Dims returns the number of rows and columns.
func (m *Matrix) Dims() (n, p int) { return len(m.rows), m.cols }

// Row returns row i. The caller must not change it.
func (m *Matrix) Row(i int) Row { return m.rows[i] }

// Append adds a row, which the matrix keeps. It panics where the indices do not ascend
// strictly or leave the columns of the matrix: that is a programmer's mistake.
func (m *Matrix) Append(r Row) {
	if len(r.Index) != len(r.Value) {
		panic(fmt.Sprintf("regress: row of %d indices and %d values", len(r.Index), len(r.Value)))
	}
	last := int32(-1)
	for _, j := range r.Index {
		if j <= last || int(j) >= m.cols {
			panic(fmt.Sprintf("regress: column %d after %d in a matrix of %d columns", j, last, m.cols))
		}
		last = j
	}
	m.rows = append(m.rows, r)
}

// Select returns the matrix of the given rows, in that order, sharing their storage.
func (m *Matrix) Select(rows []int) *Matrix {
	s := NewMatrix(len(rows), m.cols)
	for _, i := range rows {
		s.rows = append(s.rows, m.rows[i])
	}
	return s
}
