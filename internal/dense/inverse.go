package dense

import "sync"

// InverseDiagonal returns the diagonal of (UᵀU)⁻¹, where U is the upper triangle of u, n x n.
func InverseDiagonal(u []float64, n, stride int) []float64 {
	s := squares.Get().(*square)
	defer squares.Put(s)
	w := s.zeros(n * n)
	invertTransposed(u, n, stride, w)
	diagonal := make([]float64, n)
	for i := range n {
		for j, v := range w[i*n : i*n+i+1] {
			diagonal[j] += float64(v * v)
		}
	}
	return diagonal
}

// square is memory for an inverse, reused because a search asks for the diagonals of many inverses
// of the same size.
type square struct{ data []float64 }

var squares = sync.Pool{New: func() any { return new(square) }}

func (s *square) zeros(size int) []float64 {
	if cap(s.data) < size {
		s.data = make([]float64, size)
		return s.data
	}
	s.data = s.data[:size]
	clear(s.data)
	return s.data
}

// invertTransposed sets w, which is zero, to W = U⁻ᵀ, n x n, a lower triangle with zeros above it.
// (UᵀU)⁻¹ is WᵀW.
func invertTransposed(u []float64, n, stride int, w []float64) {
	for i := range n {
		w[i*n+i] = 1
	}
	solveTransposed(u, n, stride, w, n, func(end int) int { return end })
}
