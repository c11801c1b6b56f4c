package grades

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/parallel"
)

// folds is the number of parts of a cross-validation.
const folds = 5

// crossValidated returns the sum of the squared errors of predictions for one part of the
// respondents by the ratings of the others. Parts are predicted concurrently.
func (b *problem) crossValidated(h *hyper, tol float64) (squares float64, err error) {
	part := b.parts()
	b.computeKernels(h)
	var workspaces sync.Pool // as many as there are processors
	workspaces.Put(b.workspace())
	byPart := make([]float64, folds)
	err = parallel.Do(context.Background(), runtime.GOMAXPROCS(0), folds, func(k int) (err error) {
		others := b.ignoring(func(i int) bool { return part[i] == k })
		others.buffers, _ = workspaces.Get().(*workspace)
		others = others.updated(h)
		m, err := others.findMode(h, others.priorMean(h), tol)
		if err != nil {
			return err
		}
		for i, y := range b.ratings {
			if part[i] == k {
				e := y - clip(m.fitted[i])
				byPart[k] += e * e
			}
		}
		others.recycle(m)
		workspaces.Put(others.buffers)
		return nil
	}, nil)
	return floats.Sum(byPart), err
}

// parts returns the part of each respondent. All parts have much the same ratings.
func (b *problem) parts() []int {
	order := make([]int, len(b.ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, l int) int {
		return cmp.Compare(b.ratings[i], b.ratings[l])
	})
	part := make([]int, len(order))
	for rank, i := range order {
		part[i] = rank % folds
	}
	return part
}
