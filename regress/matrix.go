package regress

import (
	"errors"
	"fmt"
)

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

// check tells why the row cannot stand in a matrix of cols columns.
func (r Row) check(cols int) error {
	if len(r.Index) != len(r.Value) {
		return fmt.Errorf("%d indices and %d values", len(r.Index), len(r.Value))
	}
	last := int32(-1)
	for _, j := range r.Index {
		if j <= last || int(j) >= cols {
			return fmt.Errorf("column %d after %d in a matrix of %d columns", j, last, cols)
		}
		last = j
	}
	return nil
}

// checkFinite also tells where the row holds a value that is not finite.
func (r Row) checkFinite(cols int) error {
	if err := r.check(cols); err != nil {
		return err
	}
	for k, v := range r.Value {
		if !finite(v) {
			return fmt.Errorf("value %v of column %d, want a finite number", v, r.Index[k])
		}
	}
	return nil
}

// checkFinite tells what keeps m from being a matrix of finite numbers, of that many rows and columns.
func (m *Matrix) checkFinite(rows, cols int) error {
	switch {
	case m == nil:
		return errors.New("no matrix of training rows")
	case m.cols != cols:
		return fmt.Errorf("training rows of %d columns, want %d", m.cols, cols)
	case len(m.rows) != rows:
		return fmt.Errorf("%d training rows, want %d", len(m.rows), rows)
	}
	for i, r := range m.rows {
		if err := r.checkFinite(cols); err != nil {
			return fmt.Errorf("training row %d: %w", i, err)
		}
	}
	return nil
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
	if err := r.check(m.cols); err != nil {
		panic(fmt.Sprintf("regress: row with %v", err))
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
