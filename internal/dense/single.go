package dense

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// The tile of a product that is computed at a time, and so the width of a panel of [Packed].
const (
	// TileRows is how many rows the left factor of [Packed.Multiply] has at least.
	TileRows  = 12
	panelCols = 32
)

// Packed is a matrix B of float32, ready to be multiplied from the left. It is in panels of 32
// columns, the last one filled up with zeros. The zero value is ready for [Packed.Pack].
type Packed struct {
	rows, cols   int
	panels, bias []float32
}

// Pack takes the matrix with the elements b[i·down + j·right]. What products start from is bias in
// each row, 0 if that is nil.
func (p *Packed) Pack(b []float32, down, right, rows, cols int, bias []float32) {
	p.rows, p.cols = rows, cols
	padded := (cols + panelCols - 1) / panelCols * panelCols
	p.panels, p.bias = numbers.Resized(p.panels, padded*rows), numbers.Resized(p.bias, padded)
	clear(p.bias[copy(p.bias, bias):])
	for j := range padded {
		panel := p.panels[j/panelCols*panelCols*rows+j%panelCols:]
		for i := range rows {
			if panel[i*panelCols] = 0; j < cols {
				panel[i*panelCols] = b[i*down+j*right]
			}
		}
	}
}

// Multiply computes C = AB + bias for A with m rows. Each element is a sum of products in the order
// of the columns of A, so that it depends on no other row. A must go on for [TileRows] rows if m is
// less; what is there does not matter.
func (p *Packed) Multiply(c []float32, ldc int, a []float32, lda, m int) {
	var edge [TileRows * panelCols]float32
	if m == 0 || p.rows == 0 {
		return
	}
	for j := 0; j < p.cols; j += panelCols {
		panel, bias := p.panels[j*p.rows:][:p.rows*panelCols], p.bias[j:][:panelCols]
		width := min(panelCols, p.cols-j)
		for i := 0; i < m; i += TileRows {
			i = max(0, min(i, m-TileRows)) // the last rows, some of them once more
			if m >= TileRows && width == panelCols {
				tile(c[i*ldc+j:], ldc, a[i*lda:], lda, panel, bias)
				continue
			}
			tile(edge[:], panelCols, a[i*lda:], lda, panel, bias)
			for r := range min(m, TileRows) {
				copy(c[(i+r)*ldc+j:][:width], edge[r*panelCols:])
			}
		}
	}
}

// tilePlain computes a tile of C = AB + bias.
func tilePlain(c []float32, ldc int, a []float32, lda int, b, bias []float32) {
	for r := range TileRows {
		sum := [panelCols]float32(bias)
		for i, v := range a[r*lda:][:len(b)/panelCols] {
			row := (*[panelCols]float32)(b[i*panelCols:])
			for k := range sum {
				sum[k] += float32(v * row[k])
			}
		}
		copy(c[r*ldc:][:panelCols], sum[:])
	}
}

// geluPlain replaces x by x·Φ(x), with the distribution function Φ of the normal distribution.
func geluPlain(x []float32) {
	for i, v := range x {
		x[i] = float32(float64(v) * math.Erfc(-float64(v)/math.Sqrt2) / 2)
	}
}

// softmaxPlain replaces x by exp(scale·x), divided by their sum.
func softmaxPlain(x []float32, scale float32) {
	most, sum := slices.Max(x), 0.0
	for i, v := range x {
		x[i] = float32(math.Exp(float64((v - most) * scale)))
		sum += float64(x[i])
	}
	for i := range x {
		x[i] /= float32(sum)
	}
}

// addNormPlain adds y to x and scales the sum to mean 0 and variance 1, then by scale, and adds
// shift.
func addNormPlain(x, y, scale, shift []float32, eps float32) {
	var sum, squares float32
	for i := range x {
		x[i] += y[i]
		sum += x[i]
	}
	mean := sum / float32(len(x))
	for i := range x {
		x[i] -= mean
		squares += float32(x[i] * x[i])
	}
	factor := 1 / float32(math.Sqrt(float64(squares/float32(len(x))+eps)))
	for i := range x {
		x[i] = float32(x[i]*factor*scale[i]) + shift[i]
	}
}
