package regress

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Row is a sparse row: Value[k] is in column Index[k]. The indices are strictly ascending. All
// other columns are zero.
type Row struct {
	Index []int32   `json:"index"`
	Value []float64 `json:"value"`
}

// Matrix is an n x p matrix of sparse rows. Matrices may share rows (see [Matrix.Select], [HStack]
// and [Repeat]), so a row must not be changed once appended. A Matrix must not be copied by value.
// It is safe for concurrent use once no more rows are appended.
type Matrix struct {
	n, cols int
	parts   []part // by ascending column
	entries int    // approximate number of entries of all rows

	distinct []distinct // by group of columns; nil unless products are by distinct rows

	mu      sync.Mutex
	joined  []Row    // the rows across all parts, once needed
	centred *centred // once needed
}

// check reports why the row cannot be in a matrix of cols columns.
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

// checkFinite also reports values that are not finite.
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

// checkFinite reports what keeps m from being a matrix of finite numbers with the given numbers of
// rows and columns.
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
func NewMatrix(n, cols int) *Matrix {
	return &Matrix{cols: cols, parts: []part{newPart(n, cols)}}
}

// Repeat returns the matrix of len(at) rows and cols columns whose row i is rows[at[i]], so that
// rows that occur often are stored once. The numbers are kept. It panics where [Matrix.Append]
// would, and if an element of at is out of range.
func Repeat(rows []Row, at []int32, cols int) *Matrix {
	m := NewMatrix(len(rows), cols)
	for _, r := range rows {
		m.Append(r)
	}
	m.n = len(at)
	m.entries = 0
	m.parts[0].at = at
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
	if m.single() == nil && m.entries <= smallEntries {
		return m.all()[i]
	}
	return m.join(i)
}

// Append adds a row. The matrix keeps it, or its value if there is one column. It panics if the
// indices are not strictly ascending or out of range, which is a programming error.
func (m *Matrix) Append(r Row) {
	if err := r.check(m.cols); err != nil {
		panic(fmt.Sprintf("regress: row with %v", err))
	}
	m.push(r)
}

// push adds a row that has been checked.
func (m *Matrix) push(r Row) {
	p := m.single()
	if p == nil || p.at != nil {
		rows := m.all()
		m.parts = []part{newPart(len(rows), m.cols)}
		p = &m.parts[0]
		for _, r := range rows {
			p.push(r)
		}
	}
	m.joined, m.centred = nil, nil
	p.push(r)
	m.n++
	m.entries += len(r.Index)
}

// Select returns the matrix of the given rows, in that order. It shares their storage.
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
	if m.single() == nil && m.entries < minParallel {
		parts = []part{{rows: m.all(), cols: m.cols}}
	}
	s.parts = selectParts(parts, rows)
	return s
}

// Mask returns the matrix with zeros in the columns that are not kept. It shares storage if
// possible.
func (m *Matrix) Mask(kept []bool) *Matrix {
	s := &Matrix{n: m.n, cols: m.cols, entries: m.entries, parts: make([]part, len(m.parts))}
	for k, p := range m.parts {
		s.parts[k] = p.mask(kept[p.offset:])
	}
	return s
}

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

// matrixJSON is the JSON form of a matrix.
type matrixJSON struct {
	Columns int   `json:"columns"`
	Rows    []Row `json:"rows"`
}

// MarshalJSON writes the matrix with values exact to the bit.
func (m *Matrix) MarshalJSON() ([]byte, error) {
	return json.Marshal(matrixJSON{m.cols, m.all()})
}

// UnmarshalJSON reads a matrix. It fails for rows at which [Matrix.Append] would panic.
func (m *Matrix) UnmarshalJSON(text []byte) error {
	var j matrixJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Columns < 0 {
		return fmt.Errorf("regress: matrix of %d columns", j.Columns)
	}
	for i, r := range j.Rows {
		if err := r.check(j.Columns); err != nil {
			return fmt.Errorf("regress: row %d has %w", i, err)
		}
	}
	m.n = 0
	m.cols = j.Columns
	m.entries = 0
	m.joined = nil
	m.centred = nil
	m.parts = []part{newPart(len(j.Rows), j.Columns)}
	for _, r := range j.Rows {
		m.push(r)
	}
	return nil
}
