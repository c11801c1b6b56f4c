package regress

import "slices"

// smallEntries is the maximum number of entries of a matrix whose joined rows are kept once they
// have been needed.
const smallEntries = 1 << 22

// part is a range of columns of a matrix, starting at offset. Its row i is number at[i] of the
// rows, or number i if at is nil, so that equal rows are stored once and a selection of rows is a
// list of numbers.
type part struct {
	rows   []Row
	column []float64 // the values of the rows if there is one column, which take less memory
	at     []int32
	offset int32
	cols   int
}

// newPart returns a part without rows that has room for n.
func newPart(n, cols int) part {
	if cols == 1 {
		return part{column: make([]float64, 0, n), cols: 1}
	}
	return part{rows: make([]Row, 0, n), cols: cols}
}

// push adds a row that has been checked.
func (p *part) push(r Row) {
	switch {
	case p.cols != 1:
		p.rows = append(p.rows, r)
	case len(r.Value) == 0:
		p.column = append(p.column, 0)
	default:
		p.column = append(p.column, r.Value[0])
	}
}

// number returns the number of row i among the rows that are stored.
func (p *part) number(i int) int {
	if p.at == nil {
		return i
	}
	return int(p.at[i])
}

// row returns row i. Its columns are counted from the offset.
func (p *part) row(i int) Row {
	i = p.number(i)
	switch {
	case p.cols != 1:
		return p.rows[i]
	case p.column[i] == 0:
		return Row{Index: onlyIndex[:0], Value: p.column[i:i:i]}
	}
	return Row{Index: onlyIndex, Value: p.column[i : i+1 : i+1]}
}

// onlyIndex are the indices of a row with an entry in the only column.
var onlyIndex = []int32{0}

// mask returns the part without the columns that are not kept. They are counted from the offset.
func (p *part) mask(kept []bool) part {
	q := *p
	if p.cols == 1 {
		if !kept[0] {
			q.column = make([]float64, len(p.column))
		}
		return q
	}
	q.rows = make([]Row, len(p.rows))
	for k, r := range p.rows {
		q.rows[k] = r.mask(kept)
	}
	return q
}

// mask returns the row without the columns that are not kept, or the row itself if it has none.
func (r Row) mask(kept []bool) Row {
	n := 0
	for _, j := range r.Index {
		if kept[j] {
			n++
		}
	}
	if n == len(r.Index) {
		return r
	}
	s := Row{Index: make([]int32, 0, n), Value: make([]float64, 0, n)}
	for k, j := range r.Index {
		if kept[j] {
			s.Index, s.Value = append(s.Index, j), append(s.Value, r.Value[k])
		}
	}
	return s
}

// selectParts returns the given rows of the parts. Parts that share their row numbers continue to
// share them.
func selectParts(parts []part, rows []int) []part {
	selected := make([]part, len(parts))
	for k, p := range parts {
		selected[k] = p
		if other := slices.IndexFunc(parts[:k], p.sameRows); other >= 0 {
			selected[k].at = selected[other].at
			continue
		}
		at := make([]int32, len(rows))
		for i, row := range rows {
			if at[i] = int32(row); p.at != nil {
				at[i] = p.at[row]
			}
		}
		selected[k].at = at
	}
	return selected
}

// sameRows reports whether two parts of a matrix number their rows by the same list.
func (p *part) sameRows(q part) bool {
	if p.at == nil || q.at == nil {
		return p.at == nil && q.at == nil
	}
	return len(p.at) == len(q.at) && (len(p.at) == 0 || &p.at[0] == &q.at[0])
}

// single returns the only part of the matrix; nil if there are several.
func (m *Matrix) single() *part {
	if len(m.parts) == 1 && m.parts[0].offset == 0 {
		return &m.parts[0]
	}
	return nil
}

// all returns the rows across all parts, which are joined once.
func (m *Matrix) all() []Row {
	if p := m.single(); p != nil && p.at == nil && p.cols != 1 {
		return p.rows
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.joined == nil {
		m.joined = make([]Row, m.n)
		for i := range m.joined {
			m.joined[i] = m.join(i)
		}
	}
	return m.joined
}

// join returns row i across all parts.
func (m *Matrix) join(i int) Row {
	if p := m.single(); p != nil {
		return p.row(i)
	}
	entries := 0
	for k := range m.parts {
		entries += len(m.parts[k].row(i).Index)
	}
	row := Row{Index: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
	for k := range m.parts {
		p := &m.parts[k]
		r := p.row(i)
		for _, j := range r.Index {
			row.Index = append(row.Index, p.offset+j)
		}
		row.Value = append(row.Value, r.Value...)
	}
	return row
}
