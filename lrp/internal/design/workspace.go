package design

import (
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/numbers"
)

// workspace is memory that splits use one after the other. A split must not be used after its
// release.
type workspace struct {
	position []int32              // of each respondent in the training part, -1 outside of it
	counts   map[*feature][]int32 // see splitFeature
	grams    map[*feature]*square // Gram matrices of the training rows of single features
	dynamic  square               // Gram matrix of the columns made for the split
	gram     square               // Gram matrix of a design
	dense    []float64            // columns, one after the other
	groups   map[*Plan][]int      // the questions of a design's columns
}

func newWorkspace() *workspace {
	return &workspace{
		counts: map[*feature][]int32{},
		grams:  map[*feature]*square{},
		groups: map[*Plan][]int{},
	}
}

// square is memory for a symmetric matrix. The lower triangle stays zero.
type square struct{ data []float64 }

// sized returns the matrix of order n. Its upper triangle holds anything.
func (s *square) sized(n int) *mat.SymDense {
	if len(s.data) != n*n {
		s.data = numbers.Resized(s.data, n*n)
		clear(s.data)
	}
	return mat.NewSymDense(n, s.data)
}
