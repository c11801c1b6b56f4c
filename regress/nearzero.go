package regress

import "math"

// farFromZero is the ratio of a column's mean to its standard deviation from which the column counts
// as far from zero. Sums over such a column lose the digits of its deviations.
const farFromZero = 1e3

// nearZero returns the problem with the columns that are far from zero replaced by their deviations
// from their means, and these means by column, nil if no column is far. The problem has been
// checked.
func nearZero(p Problem) (near Problem, means []float64) {
	n, cols := p.X.Dims()
	c := newCentred(p.X)
	top := c.maxNorm()
	for j, norm := range c.norm {
		if c.constant[j] {
			norm = top
		}
		if math.Abs(c.mean[j])*math.Sqrt(float64(n)) > farFromZero*norm {
			if means == nil {
				means = make([]float64, cols)
			}
			means[j] = c.mean[j]
		}
	}
	if means == nil {
		return p, nil
	}
	x := NewMatrix(n, cols)
	dense := make([]float64, cols)
	for _, r := range p.X.all() {
		for j, m := range means {
			dense[j] = -m
		}
		for k, j := range r.Index {
			dense[j] += r.Value[k]
		}
		var row Row
		for j, v := range dense {
			if v != 0 {
				row.Index, row.Value = append(row.Index, int32(j)), append(row.Value, v)
			}
		}
		x.Append(row)
	}
	return Problem{X: x, Y: p.Y}, means
}

// moved returns the model for the columns before their means were subtracted.
func (l *Linear) moved(means []float64) *Linear {
	for j, m := range means {
		l.Intercept -= m * l.Coef[j]
	}
	return l
}
