package dense

// dot returns Σ xᵢyᵢ, using four sums, so that additions need not wait for one another.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		p, q := x[i:i+4:i+4], y[i:i+4:i+4]
		s0 += float64(p[0] * q[0])
		s1 += float64(p[1] * q[1])
		s2 += float64(p[2] * q[2])
		s3 += float64(p[3] * q[3])
	}
	for ; i < len(x); i++ {
		s0 += float64(x[i] * y[i])
	}
	return s0 + s1 + (s2 + s3)
}

// subtractTwo computes y -= p·a + q·b.
func subtractTwo(y []float64, p float64, a []float64, q float64, b []float64) {
	a, b = a[:len(y)], b[:len(y)]
	for i, v := range y {
		y[i] = v - float64(p*a[i]) - float64(q*b[i])
	}
}

// MultiplySymmetric computes y = Ax for the symmetric A with the upper triangle a, four rows at a
// time.
func MultiplySymmetric(y, a []float64, stride int, x []float64) {
	n := len(x)
	clear(y)
	i := 0
	for ; i+4 <= n; i += 4 {
		multiplySmall(y[i:i+4], a[i*stride+i:], stride, x[i:i+4])
		rest := x[i+4:]
		out := y[i+4:][:len(rest)]
		a0, a1 := a[i*stride+i+4:][:len(rest)], a[(i+1)*stride+i+4:][:len(rest)]
		a2, a3 := a[(i+2)*stride+i+4:][:len(rest)], a[(i+3)*stride+i+4:][:len(rest)]
		x0, x1, x2, x3 := x[i], x[i+1], x[i+2], x[i+3]
		var s0, s1, s2, s3 float64
		for j, v := range rest {
			v0 := a0[j]
			v1 := a1[j]
			v2 := a2[j]
			v3 := a3[j]
			s0 += float64(v0 * v)
			s1 += float64(v1 * v)
			s2 += float64(v2 * v)
			s3 += float64(v3 * v)
			out[j] += float64(v0*x0) + float64(v1*x1) + (float64(v2*x2) + float64(v3*x3))
		}
		y[i] += s0
		y[i+1] += s1
		y[i+2] += s2
		y[i+3] += s3
	}
	multiplySmall(y[i:], a[min(len(a), i*stride+i):], stride, x[i:])
}

// multiplySmall computes y += Ax.
func multiplySmall(y, a []float64, stride int, x []float64) {
	for i, u := range x {
		y[i] += float64(a[i*stride+i] * u)
		for j := i + 1; j < len(x); j++ {
			v := a[i*stride+j]
			y[i] += float64(v * x[j])
			y[j] += float64(v * u)
		}
	}
}

// manyProducts is the number of products from which sixteen sums are used.
const manyProducts = 128

// dotPlain returns Σ xᵢyᵢ. Products go to sixteen sums in turn, so that additions need not wait for
// one another. The last ones, and all if they are fewer than manyProducts, go to the first four.
func dotPlain(x, y []float64) float64 {
	var s [16]float64
	y = y[:len(x)]
	i := 0
	if len(x) >= manyProducts {
		for ; i+16 <= len(x); i += 16 {
			p, q := x[i:i+16:i+16], y[i:i+16:i+16]
			for k := range s {
				s[k] += float64(p[k] * q[k])
			}
		}
	}
	for ; i+4 <= len(x); i += 4 {
		for k := range 4 {
			s[k] += float64(x[i+k] * y[i+k])
		}
	}
	for k := range 4 {
		s[k] = s[k] + s[k+4] + (s[k+8] + s[k+12])
	}
	for ; i < len(x); i++ {
		s[0] += float64(x[i] * y[i])
	}
	return s[0] + s[2] + (s[1] + s[3])
}

// multiplyPlain computes y = Ax.
func multiplyPlain(y, a []float64, stride int, x []float64) {
	for i := range y {
		y[i] = dotPlain(x, a[i*stride:][:len(x)])
	}
}

// addScaledPlain computes y += a·x.
func addScaledPlain(y []float64, a float64, x []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(a * v)
	}
}

// scaleShiftedPlain computes yᵢ = a·sᵢ·(xᵢ + b).
func scaleShiftedPlain(y []float64, a float64, s, x []float64, b float64) {
	s, x = s[:len(y)], x[:len(y)]
	for i, v := range s {
		y[i] = a * v * (x[i] + b)
	}
}
