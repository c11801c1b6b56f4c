package lrp

import (
	"math"

	"github.com/luna-rating/luna/regress"
)

// columnStats are the mean and the standard deviation (n-1) of each column over the training part.
type columnStats struct {
	Mean []float64 `json:"mean"`
	SD   []float64 `json:"sd"`
}

// newColumnStats describes the columns of a training part.
func newColumnStats(m *regress.Matrix) columnStats {
	n, p := m.Dims()
	s := columnStats{make([]float64, p), make([]float64, p)}
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
			s.SD[j] = 0 // the same for everyone, but for rounding
		}
	}
	return s
}
