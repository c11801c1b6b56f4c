package dense

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// subtractAVX2 is subtractPlain with vectors of four, to the same bits.
//
//go:noescape
func subtractAVX2(c *float64, stride int, a, b *float64, k int)

// subtract computes c -= aᵀb for a full tile; see [subtractPlain].
func subtract(c []float64, stride int, a, b []float64, k int) {
	if !hasAVX2 || k == 0 {
		subtractPlain(c, stride, a, b, k)
		return
	}
	// The assembly has no bounds checks of its own.
	_, _, _ = c[(tileRows-1)*stride+tileCols-1], a[(k-1)*tileCols+tileRows-1], b[k*tileCols-1]
	subtractAVX2(&c[0], stride, &a[0], &b[0], k)
}
