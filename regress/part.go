package regress

import "slices"

// smallEntries is the maximum number of entries of a matrix whose joined rows are kept once they
// were needed.
const smallEntries = 1 << 22

// part is a range of columns of a matrix, starting at offset. Its row i is rows[at[i]], or rows[i]
// if at is nil, so that equal rows are stored once and a selection of rows is a list of numbers.
type part struct {
	rows   []Row
	at     []int32
	offset int32
	cols   int
}

// row returns row i. Its columns are counted from the offset.
func (p *part) row(i int) Row {
	if p.at == nil {
		return p.rows[i]
	}
	return p.rows[p.at[i]]
}

// counts returns how often each of p.rows occurs; nil if each does once.
func (p *part) counts() []int {
	if p.at == nil {
		return nil
	}
	counts := make([]int, len(p.rows))
	for _, k := range p.at {
		counts[k]++
	}
	return counts
}

// mask returns the part without the columns that are not kept. They are counted from the offset.
func (p *part) mask(kept []bool) part {
	q := *p
	q.rows = slices.Clone(p.rows)
	counts := p.counts()
	for k, r := range p.rows {
		if counts == nil || counts[k] > 0 {
			q.rows[k] = r.mask(kept)
		}
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

// small reports whether the joined rows may be kept.
func (m *Matrix) small() bool { return m.entries <= smallEntries }

// all returns the rows across all parts, which are joined once.
func (m *Matrix) all() []Row {
	if p := m.single(); p != nil && p.at == nil {
		return p.rows
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.joined == nil {
		m.joined = m.joinAll()
	}
	return m.joined
}

func (m *Matrix) joinAll() []Row {
	rows := make([]Row, m.n)
	if p := m.single(); p != nil {
		for i := range rows {
			rows[i] = p.row(i)
		}
		return rows
	}
	total := 0
	for i := range m.n {
		for k := range m.parts {
			total += len(m.parts[k].row(i).Index)
		}
	}
	free := Row{Index: make([]int32, 0, total), Value: make([]float64, 0, total)}
	for i := range rows {
		rows[i], free = m.join(i, free)
	}
	return rows
}

// join returns row i across all parts and the free space left. The row is made in the free space
// or, if there is not enough, in space of its own. A row with entries in the first part only is
// shared.
func (m *Matrix) join(i int, free Row) (row, left Row) {
	entries, first := 0, 0
	for k := range m.parts {
		n := len(m.parts[k].row(i).Index)
		entries += n
		if k == 0 {
			first = n
		}
	}
	if entries == first && len(m.parts) > 0 && m.parts[0].offset == 0 {
		return m.parts[0].row(i), free
	}
	if cap(free.Index) < entries {
		free = Row{Index: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
	}
	for k := range m.parts {
		p := &m.parts[k]
		r := p.row(i)
		for _, j := range r.Index {
			free.Index = append(free.Index, p.offset+j)
		}
		free.Value = append(free.Value, r.Value...)
	}
	row = Row{Index: free.Index[:entries:entries], Value: free.Value[:entries:entries]}
	return row, Row{Index: free.Index[entries:], Value: free.Value[entries:]}
}
