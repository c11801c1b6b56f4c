package regress

import (
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/dense"
)

// far reports whether columns are so far from zero, relative to their spread, that a Gram matrix of
// the uncentred X would lose the significant digits.
func (s *ridgeSystem) far() bool {
	for _, r := range s.c.x.all() {
		if square := dot(r.Value, r.Value); !(square < 1e6*s.mean*float64(s.order)) {
			return true
		}
	}
	return false
}

// gramOfCentred returns Xc Xcᵀ by dense blocks of columns.
func gramOfCentred(c *centred) *mat.SymDense {
	n, p := c.x.Dims()
	k := mat.NewSymDense(n, nil)
	raw := k.RawSymmetric()
	next := make([]int, n) // next entry of each row
	block := make([]float64, n*min(blockRows, p))
	for from := 0; from < p; from += blockRows {
		cols := min(blockRows, p-from)
		for i, r := range c.x.all() {
			row := block[i*cols : (i+1)*cols]
			for q, mean := range c.mean[from : from+cols] {
				row[q] = -mean
			}
			for ; next[i] < len(r.Index) && int(r.Index[next[i]]) < from+cols; next[i]++ {
				row[int(r.Index[next[i]])-from] += r.Value[next[i]]
			}
			for q, constant := range c.constant[from : from+cols] {
				if constant {
					row[q] = 0
				}
			}
		}
		dense.AddOuter(raw.Data, n, raw.Stride, block, cols, cols)
	}
	return k
}

// centredGram returns J K J, J = I - 11ᵀ/n.
func centredGram(gram *mat.SymDense) *mat.SymDense {
	n := gram.SymmetricDim()
	k := mat.NewSymDense(n, nil)
	k.CopySym(gram)
	raw := k.RawSymmetric()
	mean := make([]float64, n)
	for i := range n {
		mean[i] += raw.Data[i*raw.Stride+i]
		for j := i + 1; j < n; j++ {
			v := raw.Data[i*raw.Stride+j]
			mean[i] += v
			mean[j] += v
		}
	}
	for i := range mean {
		mean[i] /= float64(n)
	}
	grand := Mean(mean)
	for i := range n {
		row := raw.Data[i*raw.Stride : i*raw.Stride+n]
		for j := i; j < n; j++ {
			row[j] += grand - mean[i] - mean[j]
		}
	}
	return k
}
