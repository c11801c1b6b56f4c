package embed

import (
	"encoding/binary"
	"math"
)

// Mean returns the mean of the words' vectors,
//
//	1/|s| Σ v(w)  over the known words w of s,
//
// each as often as it occurs, and the number |s| of known words. If there are none, the mean is the
// zero vector.
func (v *Vectors) Mean(words []string) (mean []float64, known int) {
	mean = make([]float64, v.dim)
	for _, w := range words {
		if i := v.words.index(w); i >= 0 {
			v.addTo(mean, i, 1)
			known++
		}
	}
	divide(mean, known)
	return mean, known
}

// addTo adds the weighted vector of word i to a sum.
func (v *Vectors) addTo(sum []float64, i int, weight float64) {
	row := v.row(i)
	if v.storage == Int8 {
		scale := v.scale(i)
		for j, q := range row[:len(sum)] {
			sum[j] += float64(weight * float64(scale*float32(int8(q))))
		}
		return
	}
	for j := range sum {
		sum[j] += float64(weight * float64(math.Float32frombits(
			binary.LittleEndian.Uint32(row[4*j:]))))
	}
}

func divide(x []float64, n int) {
	if n > 0 {
		for j := range x {
			x[j] /= float64(n)
		}
	}
}
