package regress

import "slices"

// smallEntries is the number of entries up to which the rows of a matrix are kept in one piece once they were needed.
const smallEntries = 1 << 22

// part is a range of columns of a matrix, from offset on: row i of it is rows[at[i]], or rows[i] where at is nil, so
// that rows that are the same are stored once and a selection of rows is a list of numbers.
type part struct {
	rows   []Row
	at     []int32
	offset int32
	cols   int
}

// row returns row i, its columns counted from the offset.
func (p *part) row(i int) Row {
	if p.at == nil {
		return p.rows[i]
	}
	return p.rows[p.at[i]]
}

// counts returns how often each of p.rows occurs; nil where each does once.
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

// mask returns the part without the columns that are not kept, counted from the offset.
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

// mask returns the row without the columns that are not kept; itself where there are none.
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

// selectParts returns the given rows of the parts. Parts that share their numbers go on to share them.
func selectParts(parts []part, rows []int) []part {
	selected := make([]part, len(parts))
	for k, p := range parts {
		selected[k] = p
		if other := slices.IndexFunc(parts[:k], func(q part) bool { return p.sameRows(q) }); other >= 0 {
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

// single returns the part that is the whole matrix; nil where there are several.
func (m *Matrix) single() *part {
	if len(m.parts) == 1 && m.parts[0].offset == 0 {
		return &m.parts[0]
	}
	return nil
}

// small tells whether the rows may well be kept in one piece.
func (m *Matrix) small() bool { return m.entries <= smallEntries }

// all returns the rows across all parts, made once.
func (m *Matrix) all() []Row {
	if p := m.single(); p != nil && p.at == nil {
		return p.rows
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.whole == nil {
		m.whole = m.joinAll()
	}
	return m.whole
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

// join returns row i across all parts, made in the free space or, where there is not enough, in space of its own, and the
// space that is left. A row that lies in the first part alone is shared.
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
