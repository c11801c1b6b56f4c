package dense

// A tile of C has tileRows x tileCols elements; operands are packed into strips of tileCols
// columns.
const (
	tileRows = 4
	tileCols = 8
)

// subtractPlain computes c[i*stride+j] -= Σ_t a[t*tileCols+i] b[t*tileCols+j], t < k, one t after
// the other, for a full tile. The conversions keep compilers from fusing multiplication and
// subtraction.
func subtractPlain(c []float64, stride int, a, b []float64, k int) {
	for i := range tileRows {
		row := c[i*stride:][:tileCols:tileCols]
		c0, c1, c2, c3, c4, c5, c6, c7 := row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]
		for t := range k {
			v, r := a[t*tileCols+i], b[t*tileCols:][:tileCols:tileCols]
			c0 -= float64(v * r[0])
			c1 -= float64(v * r[1])
			c2 -= float64(v * r[2])
			c3 -= float64(v * r[3])
			c4 -= float64(v * r[4])
			c5 -= float64(v * r[5])
			c6 -= float64(v * r[6])
			c7 -= float64(v * r[7])
		}
		row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7] = c0, c1, c2, c3, c4, c5, c6, c7
	}
}
