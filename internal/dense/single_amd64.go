package dense

import "golang.org/x/sys/cpu"

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

// geluAVX2 is geluPlain with fused operations. n is a multiple of 8.
//
//go:noescape
func geluAVX2(x, table *float32, n int)

// softmaxAVX2 is softmaxPlain with fused operations. n is a multiple of 8.
//
//go:noescape
func softmaxAVX2(x, table *float32, n int, scale float32)

// addNormAVX2 is addNormPlain with fused operations. n is a multiple of 8.
//
//go:noescape
func addNormAVX2(x, y, scale, shift *float32, n int, eps float32)

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
