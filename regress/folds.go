package regress

import (
	"github.com/luna-rating/luna/internal/stream"

	"gonum.org/v1/gonum/mat"
)

// folds deals n rows, shuffled, into k parts whose sizes differ by one at most. Each
// part is in ascending order. k is at most n.
func folds(n, k int, seed uint64) [][]int {
	k = min(k, n)
	part := make([]int, n)
	for i, row := range stream.New(seed, "regress folds", 0).Perm(n) {
		part[row] = i % k
	}
	held := make([][]int, k)
	for row, f := range part {
		held[f] = append(held[f], row)
	}
	return held
}

// split returns the problem without the rows held out, which ascend, and those.
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
	train = Problem{X: p.X.Select(rest), Y: pick(p.Y, rest), Groups: p.Groups}
	if p.Gram != nil && len(rest) > 0 {
		train.Gram = mat.NewSymDense(len(rest), nil)
		for a, i := range rest {
			for b, j := range rest[:a+1] {
				train.Gram.SetSym(b, a, p.Gram.At(j, i))
			}
		}
	}
	return train, p.X.Select(held), pick(p.Y, held)
}

func pick(v []float64, at []int) []float64 {
	u := make([]float64, len(at))
	for k, i := range at {
		u[k] = v[i]
	}
	return u
}
