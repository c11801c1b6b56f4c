package regress

import "github.com/luna-rating/luna/internal/parallel"

const (
	// minParallel is the number of entries from which products use all processors.
	minParallel = 1 << 18
	// productRows is the number of rows that a processor takes at a time.
	productRows = 1 << 12
)

// times adds to dst the products of the rows from one on with weights for all columns of the
// matrix.
func (p *part) times(dst []float64, from int, w []float64) {
	w = w[p.offset:]
	switch {
	case p.cols != 1:
		for i, s := range dst {
			r := &p.rows[p.number(from+i)]
			for k, j := range r.Index {
				s += r.Value[k] * w[j]
			}
			dst[i] = s
		}
	case p.at == nil:
		for i, v := range p.column[from:][:len(dst)] {
			dst[i] += v * w[0]
		}
	default:
		for i, k := range p.at[from:][:len(dst)] {
			dst[i] += p.column[k] * w[0]
		}
	}
}

// addTransposed is that of the matrix for the columns of the part.
func (p *part) addTransposed(dst, v []float64) {
	switch {
	case p.cols != 1:
		for i, a := range v {
			r := &p.rows[p.number(i)]
			for k, j := range r.Index {
				dst[j] += r.Value[k] * a
			}
		}
	case p.at == nil:
		sum := dst[0]
		for i, a := range v {
			sum += p.column[i] * a
		}
		dst[0] = sum
	default:
		sum := dst[0]
		for i, a := range v {
			sum += p.column[p.at[i]] * a
		}
		dst[0] = sum
	}
}

// spread calls do(0) … do(n-1), on all processors if the matrix is large.
func (m *Matrix) spread(n int, do func(i int)) {
	if m.entries >= minParallel {
		parallel.EachOf(n, 1, do)
		return
	}
	for i := range n {
		do(i)
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
