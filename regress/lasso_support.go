package regress

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/luna-rating/luna/internal/dense"
)

// minIndependence is the distance of a column from the span of others, relative to its norm,
// above which it counts as independent of them. Smaller distances cannot be told from rounding
// errors in their Gram matrix.
const minIndependence = 1e-6

// support is the set of columns with nonzero weights, their Gram matrix, and the Cholesky factor of
// its part for the chosen columns, which are linearly independent.
type support struct {
	d      *descent
	column []int     // columns of the support
	gram   []float64 // k x k by rows, of the centred columns, plus s·I
	chosen []int     // indices in column
	todo   []int     // indices still to be examined
	l      []float64 // lower triangular, k x k by rows, the first len(chosen) rows in use
	known  []known   // by index in column
	fit    []float64 // scratch, by row
}

// known is what l still holds of a column that was chosen before: the first entries of this row.
type known struct{ row, entries int }

func (d *descent) newSupport() *support {
	s := &support{d: d, fit: make([]float64, len(d.r))}
	for _, j := range d.active {
		if d.w[j] != 0 {
			s.todo = append(s.todo, len(s.column))
			s.column = append(s.column, j)
		}
	}
	k := len(s.column)
	s.gram, s.l, s.known = make([]float64, k*k), make([]float64, k*k), make([]known, k)
	s.multiply()
	return s
}

// multiply makes the Gram matrix, four rows at a time.
func (s *support) multiply() {
	const some = 4
	d, k := s.d, len(s.column)
	x := make([][some]float64, len(d.r)) // four columns
	for from := 0; from < k; from += some {
		for a, j := range s.column[from:min(from+some, k)] {
			for i := range x {
				x[i][a] = -d.c.mean[j]
			}
			rows, values := d.col.col(j)
			for q, row := range rows {
				x[row][a] += values[q]
			}
		}
		for b := from; b < k; b++ {
			// x is centred, so the other column need not be.
			rows, values := d.col.col(s.column[b])
			values = values[:len(rows)]
			var s0, s1, s2, s3 float64
			for q, row := range rows {
				v, r := values[q], &x[row]
				s0 += v * r[0]
				s1 += v * r[1]
				s2 += v * r[2]
				s3 += v * r[3]
			}
			sums := [some]float64{s0, s1, s2, s3}
			for a := from; a <= min(b, from+some-1); a++ {
				s.gram[a*k+b], s.gram[b*k+a] = sums[a-from], sums[a-from]
			}
		}
	}
	for a := range k {
		s.gram[a*k+a] += d.square
	}
}

// refresh is that of the descent for the gradients of the chosen columns alone. The weights of
// columns outside the support are zero.
func (s *support) refresh() {
	d := s.d
	clear(s.fit)
	var shift float64
	for _, j := range s.column {
		w := d.w[j]
		if w == 0 {
			continue
		}
		shift += d.c.mean[j] * w
		rows, values := d.col.col(j)
		for k, i := range rows {
			s.fit[i] += values[k] * w
		}
	}
	d.sum = 0
	for i, y := range d.yc {
		d.r[i] = y - (s.fit[i] - shift)
		d.sum += d.r[i]
	}
	for _, i := range s.chosen {
		j := s.column[i]
		rows, values := d.col.col(j)
		d.gradient[j] = sparseDot(rows, values, d.r) - d.c.mean[j]*d.sum - d.square*d.w[j]
	}
}

// factor returns the Cholesky factor of the chosen columns.
func (s *support) factor() blas64.Triangular {
	return blas64.Triangular{
		Uplo: blas.Lower, Diag: blas.NonUnit,
		N: len(s.chosen), Stride: max(1, len(s.column)), Data: s.l,
	}
}

// grow chooses the columns in todo that are independent of those chosen. For each of the others it
// sets a weight to zero, its own or that of a column chosen before.
func (s *support) grow(t float64) {
	k := len(s.column)
	for len(s.todo) > 0 {
		i := s.todo[0]
		s.todo = s.todo[1:]
		m := len(s.chosen)
		row := s.l[m*k : m*k+m+1]
		from := s.known[i]
		copy(row[:from.entries], s.l[from.row*k:])
		for q := from.entries; q < m; q++ {
			c := s.chosen[q]
			above := s.l[q*k : q*k+q]
			row[q] = (s.gram[i*k+c] - dense.Dot(row[:q], above)) / s.l[q*k+q]
		}
		norm := s.d.c.norm[s.column[i]]
		if s.d.square != 0 {
			norm = math.Sqrt(s.gram[i*k+i])
		}
		pivot := math.Sqrt(max(0, s.gram[i*k+i]-dense.Dot(row[:m], row[:m])))
		if pivot > minIndependence*norm {
			row[m] = pivot
			s.chosen = append(s.chosen, i)
			continue
		}

		// The column i is the sum of the chosen ones times L⁻ᵀ row.
		null := append([]float64(nil), row...)
		blas64.Trsv(blas.Trans, s.factor(), vector(null[:m]))
		null[m] = -1
		places := append(slices.Clone(s.chosen), i)
		var slope, inclination float64 // of ||w||₁ and of ||w||²/2
		for q, c := range places {
			w := s.d.w[s.column[c]]
			slope += math.Copysign(null[q], null[q]*w)
			inclination += null[q] * w
		}
		slope += s.d.square / t * inclination
		if slope > 0 {
			for q := range null {
				null[q] = -null[q]
			}
		}
		step := math.Inf(1)
		if s.d.square != 0 { // the L2 penalty ends the descent
			step = t * math.Abs(slope) / (s.d.square * dot(null, null))
		}
		if cut := s.move(places, null, step); cut >= 0 && cut < m {
			s.todo = append([]int{i}, s.todo...)
			s.drop(cut)
		}
	}
}

// move adds step times delta to the weights at these places and stops when the first becomes zero.
// It returns that one's position in places, or -1. An infinite step that meets no zero is not made.
func (s *support) move(places []int, delta []float64, step float64) (cut int) {
	w := s.d.w
	cut = -1
	for q, i := range places {
		if at := -w[s.column[i]] / delta[q]; at >= 0 && at < step {
			step, cut = at, q
		}
	}
	if math.IsInf(step, 0) {
		return -1
	}
	for q, i := range places {
		w[s.column[i]] += step * delta[q]
	}
	if cut >= 0 {
		w[s.column[places[cut]]] = 0
	}
	return cut
}

// drop removes the chosen column at position q. The factor is kept up to it, and the columns after
// it are examined again. They come in the same order, so each of their rows in the factor is read
// before it is overwritten.
func (s *support) drop(q int) {
	after := slices.Clone(s.chosen[q+1:])
	for p, i := range after {
		s.known[i] = known{q + 1 + p, q}
	}
	for _, i := range s.todo {
		s.known[i].entries = min(s.known[i].entries, q)
	}
	s.todo = append(after, s.todo...)
	s.chosen = s.chosen[:q]
}
