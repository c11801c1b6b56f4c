package regress

// times sets dst to X w, each element summed by ascending column. dst is zero.
func (m *Matrix) times(dst, w []float64) {
	for k := range m.parts {
		p := &m.parts[k]
		w := w[p.offset:]
		for i, s := range dst {
			r := p.row(i)
			for k, j := range r.Index {
				s += r.Value[k] * w[j]
			}
			dst[i] = s
		}
	}
}

// addTransposed adds Xᵀ v to dst, each element summed by ascending row.
func (m *Matrix) addTransposed(dst, v []float64) {
	for k := range m.parts {
		p := &m.parts[k]
		dst := dst[p.offset:]
		for i, a := range v {
			r := p.row(i)
			for k, j := range r.Index {
				dst[j] += r.Value[k] * a
			}
		}
	}
}

// weigh calls f with each row of each part and the number of times it occurs. If the matrix is
// small, it does so row by row, so that sums do not depend on how rows are shared.
func (m *Matrix) weigh(f func(offset int32, r Row, times int)) {
	for k := range m.parts {
		p := &m.parts[k]
		if p.at == nil || m.small() {
			for i := range m.n {
				f(p.offset, p.row(i), 1)
			}
			continue
		}
		for k, times := range p.counts() {
			if times > 0 {
				f(p.offset, p.rows[k], times)
			}
		}
	}
}
