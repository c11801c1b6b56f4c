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

// each calls f with each row of each part.
func (m *Matrix) each(f func(offset int32, r Row)) {
	for k := range m.parts {
		p := &m.parts[k]
		for i := range m.n {
			f(p.offset, p.row(i))
		}
	}
}
