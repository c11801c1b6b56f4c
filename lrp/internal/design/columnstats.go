package design

import (
	"math"

	"github.com/luna-rating/luna/regress"
)

// ColumnStats are the mean and the standard deviation (n-1) of each column over a training part.
type ColumnStats struct {
	Mean []float64 `json:"mean"`
	SD   []float64 `json:"sd"`
}

// NewColumnStats computes the statistics of a matrix.
func NewColumnStats(m *regress.Matrix) ColumnStats {
	n, p := m.Dims()
	s := ColumnStats{make([]float64, p), make([]float64, p)}
	count := make([]int, p)
	for i := range n {
		r := m.Row(i)
		for k, j := range r.Index {
			s.Mean[j] += r.Value[k] / float64(n)
			count[j]++
		}
	}
	for i := range n {
		r := m.Row(i)
		for k, j := range r.Index {
			e := r.Value[k] - s.Mean[j]
			s.SD[j] += e * e
		}
	}
	for j := range s.SD {
		s.SD[j] += float64(n-count[j]) * s.Mean[j] * s.Mean[j]
		s.SD[j] = math.Sqrt(s.SD[j] / float64(max(1, n-1)))
		if s.SD[j] < 1e-12*math.Abs(s.Mean[j]) {
			s.SD[j] = 0 // the column is constant but for rounding
		}
	}
	return s
}
