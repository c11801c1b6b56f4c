package regress

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Row is one sparse row: Value[k] stands in column Index[k]; the indices ascend
// strictly. Columns that are not named are zero.
type Row struct {
	Index []int32   `json:"index"`
	Value []float64 `json:"value"`
}

// Matrix is an n x p matrix of sparse rows. Rows may be shared between
// matrices (see [Matrix.Select], [HStack] and [Repeat]), so they must not be written to once appended. A matrix
// must not be copied by value; once no row is appended any more it is safe for concurrent use.
type Matrix struct {
	n, cols int
	parts   []part // by ascending column
	entries int    // about how many there are in all rows

	mu      sync.Mutex
	whole   []Row    // the rows across all parts, once they were asked for
	centred *centred // once it was asked for
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
	case m.n != rows:
		return fmt.Errorf("%d training rows, want %d", m.n, rows)
	}
	for i, r := range m.all() {
		if err := r.checkFinite(cols); err != nil {
			return fmt.Errorf("training row %d: %w", i, err)
		}
	}
	return nil
}

// NewMatrix returns an empty matrix of cols columns with room for n rows.
func NewMatrix(n, cols int) *Matrix { return newMatrix(make([]Row, 0, n), cols) }

// newMatrix returns the matrix of rows that are sound.
func newMatrix(rows []Row, cols int) *Matrix {
	m := &Matrix{n: len(rows), cols: cols, parts: []part{{rows: rows, cols: cols}}}
	for _, r := range rows {
		m.entries += len(r.Index)
	}
	return m
}

// Repeat returns the matrix of len(at) rows whose row i is rows[at[i]], of cols columns. Both slices are kept: rows that
// occur often are stored once. It panics where [Matrix.Append] would, and where at names a row that there is not.
func Repeat(rows []Row, at []int32, cols int) *Matrix {
	for _, r := range rows {
		if err := r.check(cols); err != nil {
			panic(fmt.Sprintf("regress: row with %v", err))
		}
	}
	m := &Matrix{n: len(at), cols: cols, parts: []part{{rows: rows, at: at, cols: cols}}}
	if at == nil {
		m.parts[0].at = []int32{}
	}
	for i, k := range at {
		if k < 0 || int(k) >= len(rows) {
			panic(fmt.Sprintf("regress: row %d is number %d of %d rows", i, k, len(rows)))
		}
		m.entries += len(rows[k].Index)
	}
	return m
}

// Dims returns the number of rows and columns.
func (m *Matrix) Dims() (n, p int) { return m.n, m.cols }

// Row returns row i. The caller must not change it.
func (m *Matrix) Row(i int) Row {
	if p := m.single(); p != nil {
		return p.row(i)
	}
	if m.small() {
		return m.all()[i]
	}
	r, _ := m.join(i, Row{})
	return r
}

// Append adds a row, which the matrix keeps. It panics where the indices do not ascend
// strictly or leave the columns of the matrix: that is a programmer's mistake.
func (m *Matrix) Append(r Row) {
	if err := r.check(m.cols); err != nil {
		panic(fmt.Sprintf("regress: row with %v", err))
	}
	m.push(r)
}

// push adds a row that is sound.
func (m *Matrix) push(r Row) {
	p := m.single()
	if p == nil || p.at != nil {
		m.parts = []part{{rows: slices.Clip(m.all()), cols: m.cols}}
		p = &m.parts[0]
	}
	m.whole, m.centred = nil, nil
	p.rows = append(p.rows, r)
	m.n++
	m.entries += len(r.Index)
}

// Select returns the matrix of the given rows, in that order, sharing their storage.
func (m *Matrix) Select(rows []int) *Matrix {
	s := &Matrix{n: len(rows), cols: m.cols}
	for _, i := range rows {
		if i < 0 || i >= m.n {
			panic(fmt.Sprintf("regress: row %d of %d selected", i, m.n))
		}
	}
	if m.n > 0 {
		s.entries = int(float64(m.entries) / float64(m.n) * float64(len(rows)))
	}
	parts := m.parts
	if m.single() == nil && m.small() {
		parts = []part{{rows: m.all(), cols: m.cols}}
	}
	s.parts = selectParts(parts, rows)
	return s
}

// Mask returns the matrix with zeros in place of the columns that are not kept, sharing storage where it can.
func (m *Matrix) Mask(kept []bool) *Matrix {
	s := &Matrix{n: m.n, cols: m.cols, entries: m.entries, parts: make([]part, len(m.parts))}
	for k, p := range m.parts {
		s.parts[k] = p.mask(kept[p.offset:])
	}
	return s
}
