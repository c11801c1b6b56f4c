package regress

import "math"

// centred is the design Xc = X - 1·meanᵀ without the subtraction being carried
// out: X stays sparse. Columns that are constant have exactly their value for
// mean and are zero in Xc.
type centred struct {
	x        *Matrix
	mean     []float64 // p
	constant []bool    // p
	norm     []float64 // p; the Euclidean norms of the columns of Xc
	varying  int       // columns that are not constant
}

func newCentred(x *Matrix) *centred {
	n, p := x.Dims()
	c := &centred{
		x:        x,
		mean:     make([]float64, p),
		constant: make([]bool, p),
		norm:     make([]float64, p),
	}
	entries := make([]int, p)
	lo, hi := make([]float64, p), make([]float64, p)
	for _, r := range x.rows {
		for k, j := range r.Index {
			v := r.Value[k]
			if entries[j] == 0 {
				lo[j], hi[j] = v, v
			} else {
				lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
			}
			entries[j]++
			c.mean[j] += v
		}
	}
	for j := range c.mean {
		if 0 < entries[j] && entries[j] < n {
			lo[j], hi[j] = min(lo[j], 0), max(hi[j], 0)
		}
		if lo[j] == hi[j] {
			c.mean[j], c.constant[j] = lo[j], true
			continue
		}
		c.mean[j] /= float64(n)
		c.varying++
	}
	for _, r := range x.rows {
		for k, j := range r.Index {
			d := r.Value[k] - c.mean[j]
			c.norm[j] += d * d
		}
	}
	for j, m := range c.mean {
		if c.constant[j] {
			c.norm[j] = 0
			continue
		}
		c.norm[j] = math.Sqrt(c.norm[j] + float64(n-entries[j])*m*m)
	}
	return c
}

// subtract sets dst to y - Xc w; dst may be y. n, p -> n.
func (c *centred) subtract(dst, y, w []float64) {
	var shift float64
	for j, v := range w {
		shift += c.mean[j] * v
	}
	for i, r := range c.x.rows {
		var s float64
		for k, j := range r.Index {
			s += r.Value[k] * w[j]
		}
		dst[i] = y[i] - (s - shift)
	}
}

// transposed sets dst to Xcᵀ v. n -> p.
func (c *centred) transposed(dst, v []float64) {
	clear(dst)
	var sum float64
	for i, r := range c.x.rows {
		sum += v[i]
		for k, j := range r.Index {
			dst[j] += r.Value[k] * v[i]
		}
	}
	for j, m := range c.mean {
		dst[j] -= m * sum
		if c.constant[j] {
			dst[j] = 0
		}
	}
}

// neglect takes columns for constant whose squared norms vanish.
func (c *centred) neglect() {
	for j, v := range c.norm {
		if !c.constant[j] && v < 1e-150 {
			c.constant[j] = true
			c.norm[j] = 0
			c.varying--
		}
	}
}

// widest returns the largest norm of a column of Xc.
func (c *centred) widest() float64 {
	var m float64
	for _, v := range c.norm {
		m = max(m, v)
	}
	return m
}

// constantModel is the model that has learned nothing but the mean of y, which
// is [Mean] to the bit.
func constantModel(p int, y []float64) *Linear {
	return &Linear{Coef: make([]float64, p), Intercept: Mean(y)}
}

// finish makes the model of the weights: b = mean(y) - mean·w.
func (c *centred) finish(w []float64, ybar float64, d Diagnostics) *Linear {
	var shift float64
	for j, v := range w {
		shift += c.mean[j] * v
	}
	return &Linear{Coef: w, Intercept: ybar - shift, diagnostics: d}
}

// deviations returns y - ybar.
func deviations(y []float64, ybar float64) []float64 {
	d := make([]float64, len(y))
	for i, v := range y {
		d[i] = v - ybar
	}
	return d
}

// allEqual reports whether all targets are one number.
func allEqual(y []float64) bool {
	for _, v := range y {
		if v != y[0] {
			return false
		}
	}
	return true
}

// norm2 returns the Euclidean norm.
func norm2(v []float64) float64 { return math.Sqrt(dot(v, v)) }

// dot returns x·y, summed in order.
func dot(x, y []float64) float64 {
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// largest returns max|v|.
func largest(v []float64) float64 {
	var m float64
	for _, a := range v {
		m = max(m, math.Abs(a))
	}
	return m
}
