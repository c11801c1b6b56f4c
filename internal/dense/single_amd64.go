package dense

import (
	"math"

	"golang.org/x/sys/cpu"
)

var (
	hasFMA    = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	hasAVX512 = hasFMA && cpu.X86.HasAVX512F
)

// tileAVX2 computes six rows of half a tile.
//
//go:noescape
func tileAVX2(c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32)

// tileAVX512 computes a tile, to the bits of tileAVX2.
//
//go:noescape
func tileAVX512(c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32)

// geluAVX2 is geluPlain by a quotient of polynomials. n is a multiple of 8.
//
//go:noescape
func geluAVX2(x, table *float32, n int)

// softmaxAVX2 is softmaxPlain by a polynomial. n is a multiple of 8.
//
//go:noescape
func softmaxAVX2(x, table *float32, n int, scale float32)

// addNormAVX2 is addNormPlain with fused operations. n is a multiple of 8.
//
//go:noescape
func addNormAVX2(x, y, scale, shift *float32, n int, eps float32)

// singleTable holds the constants of geluAVX2 and softmaxAVX2, each eight times for vectors of
// eight. Those of erf are Eigen's.
var singleTable = func() (table [8 * 32]float32) {
	constants := [32]float32{
		// erf(t) ≈ t·P(t²)/Q(t²) for |t| ≤ 4, to 4e-7: √½, the bounds, P, Q, ½
		math.Sqrt2 / 2, -4, 4,
		-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
		-7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02,
		-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
		-1.42647390514189e-02,
		0.5,
		// exp(t) = 2ᵏ·exp(r) for t = k·ln 2 + r: the least t, log₂ e, what rounds, ln 2, the Taylor
		// series of exp(r)
		-87, math.Log2E, 0x1.8p23,
		0x1.62e4p-1, 0x1.7f7d1cf8p-20, // ln 2 = the first, with few digits, + the second
		1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1, 1,
	}
	for i := range table {
		table[i] = constants[i/8]
	}
	return table
}()

// tile computes a tile of C = AB + bias; see [tilePlain].
func tile(c []float32, ldc int, a []float32, lda int, b, bias []float32) {
	if !hasFMA {
		tilePlain(c, ldc, a, lda, b, bias)
		return
	}
	// The assembly has no bounds checks of its own.
	k := len(b) / panelCols
	_ = c[(TileRows-1)*ldc+panelCols-1]
	_ = a[(TileRows-1)*lda+k-1]
	_ = bias[panelCols-1]
	if hasAVX512 {
		tileAVX512(&c[0], ldc, &a[0], lda, &b[0], k, &bias[0])
		return
	}
	for j := 0; j < panelCols; j += 16 {
		tileAVX2(&c[j], ldc, &a[0], lda, &b[j], k, &bias[j])
		tileAVX2(&c[6*ldc+j], ldc, &a[6*lda], lda, &b[j], k, &bias[j])
	}
}

// GELU replaces x by x·Φ(x), with the distribution function Φ of the normal distribution.
func GELU(x []float32) {
	eights := 0
	if hasFMA && len(x) >= 8 {
		eights = len(x) &^ 7
		geluAVX2(&x[0], &singleTable[0], eights)
	}
	geluPlain(x[eights:])
}

// Softmax replaces x by exp(scale·x), divided by their sum. scale is positive.
func Softmax(x []float32, scale float32) {
	if !hasFMA || len(x) == 0 || len(x)%8 != 0 {
		softmaxPlain(x, scale)
		return
	}
	softmaxAVX2(&x[0], &singleTable[0], len(x), scale)
}

// AddNorm adds y to x and scales the sum to mean 0 and variance 1, then by scale, and adds shift.
func AddNorm(x, y, scale, shift []float32, eps float32) {
	y, scale, shift = y[:len(x)], scale[:len(x)], shift[:len(x)]
	if !hasFMA || len(x) == 0 || len(x)%8 != 0 {
		addNormPlain(x, y, scale, shift, eps)
		return
	}
	addNormAVX2(&x[0], &y[0], &scale[0], &shift[0], len(x), eps)
}
