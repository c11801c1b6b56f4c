package dense

// InverseDiagonal returns the diagonal of (UᵀU)⁻¹, where U is the upper triangle of u, n x n.
func InverseDiagonal(u []float64, n, stride int) []float64 {
	w := invertTransposed(u, n, stride)
	diagonal := make([]float64, n)
	for i := range n {
		for j, v := range w[i*n : i*n+i+1] {
			diagonal[j] += float64(v * v)
		}
	}
	return diagonal
}

// invertTransposed returns W = U⁻ᵀ, a lower triangle with zeros above it. (UᵀU)⁻¹ is WᵀW.
func invertTransposed(u []float64, n, stride int) []float64 {
	w := make([]float64, n*n)
	for i := range n {
		w[i*n+i] = 1
	}
	solveTransposed(u, n, stride, w, n, func(end int) int { return end })
	return w
}
