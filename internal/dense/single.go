package dense

import "math"

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
	if cap(p.panels) < padded*rows || cap(p.bias) < padded {
		p.panels, p.bias = make([]float32, padded*rows), make([]float32, padded)
	}
	p.panels, p.bias = p.panels[:padded*rows], p.bias[:padded]
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

// singleTable holds the constants of the functions below, each eight times for vectors of eight.
var singleTable = func() (table [8 * 32]float32) {
	constants := [32]float32{
		// erf(t) ≈ t·P(t²)/Q(t²) for |t| ≤ 4, to 4e-7
		math.Sqrt2 / 2, -4, 4,
		-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
		-7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02,
		-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
		-1.42647390514189e-02,
		0.5,
		// exp
		-87, math.Log2E, 0x1.8p23,
		0x1.62e4p-1, 0x1.7f7d1cf8p-20, // ln 2 = the first, with few digits, + the second
		1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1, 1,
	}
	for i := range table {
		table[i] = constants[i/8]
	}
	return table
}()

func single(i int) float32 { return singleTable[8*i] }

// geluPlain replaces x by x·Φ(x), with the distribution function Φ of the normal distribution.
func geluPlain(x []float32) {
	for i, v := range x {
		t := max(single(1), min(single(2), v*single(0)))
		s := t * t
		p, q := single(3), single(10)
		for k := 4; k < 10; k++ {
			p = float32(p*s) + single(k)
		}
		for k := 11; k < 15; k++ {
			q = float32(q*s) + single(k)
		}
		half := v * single(15)
		x[i] = half + float32(half*(p*t/q))
	}
}

// softmaxPlain replaces x by exp(scale·x), divided by their sum.
func softmaxPlain(x []float32, scale float32) {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	var sum float32
	for i, v := range x {
		t := max(single(16), (v-most)*scale)
		shifted := float32(t*single(17)) + single(18) // its last bits are those of k
		k := shifted - single(18)
		r := t - float32(k*single(19)) - float32(k*single(20))
		e := single(21)
		for j := 22; j < 29; j++ {
			e = float32(e*r) + single(j)
		}
		x[i] = math.Float32frombits(math.Float32bits(e) + math.Float32bits(shifted)<<23)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
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
