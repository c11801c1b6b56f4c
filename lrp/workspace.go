package lrp

import "gonum.org/v1/gonum/mat"

// workspace is memory that one trial after the other uses. Nothing of a trial may be in use when it ends.
type workspace struct {
	place  []int32            // of each respondent in the training part, -1 outside of it
	having map[*block][]int32 // see blockCut
	blocks map[*block]*square // Gram matrices of the training part of single blocks
	rated  square             // … of the columns made for each trial
	gram   square             // … of a design
	dense  []float64          // columns, one after the other
	groups map[*plan][]int    // the questions of a design's columns
}

func newWorkspace() *workspace {
	return &workspace{having: map[*block][]int32{}, blocks: map[*block]*square{}, groups: map[*plan][]int{}}
}

// square is memory for a symmetric matrix, of which the lower triangle stays zero.
type square struct{ data []float64 }

// sized returns the matrix of order n. Its upper triangle holds anything.
func (s *square) sized(n int) *mat.SymDense {
	if len(s.data) != n*n {
		s.data = resized(s.data, n*n)
		clear(s.data)
	}
	return mat.NewSymDense(n, s.data)
}

// resized returns a slice of n elements, which hold anything, in the memory of s where it suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
