package regress

import (
	"github.com/luna-rating/luna/internal/pick"
	"github.com/luna-rating/luna/internal/seeded"

	"gonum.org/v1/gonum/mat"
)

// folds deals n shuffled rows into k parts, at most n, whose sizes differ by at most one. Each part
// is in ascending order.
func folds(n, k int, seed uint64) [][]int {
	k = min(k, n)
	part := make([]int, n)
	for i, row := range seeded.New(seed, "regress folds", 0).Perm(n) {
		part[row] = i % k
	}
	held := make([][]int, k)
	for row, f := range part {
		held[f] = append(held[f], row)
	}
	return held
}

// split returns the problem without the held-out rows, which are in ascending order, and those
// rows.
func split(p Problem, held []int) (train Problem, x *Matrix, y []float64) {
	var rest []int
	next := held
	for i := range p.Y {
		if len(next) > 0 && next[0] == i {
			next = next[1:]
			continue
		}
		rest = append(rest, i)
	}
	train = Problem{X: p.X.Select(rest), Y: pick.At(p.Y, rest), Groups: p.Groups}
	if p.Gram != nil && len(rest) > 0 {
		train.Gram = mat.NewSymDense(len(rest), nil)
		for a, i := range rest {
			for b, j := range rest[:a+1] {
				train.Gram.SetSym(b, a, p.Gram.At(j, i))
			}
		}
	}
	return train, p.X.Select(held), pick.At(p.Y, held)
}
