package grades

import (
	"cmp"
	"slices"
)

// folds is the number of parts of a cross-validation.
const folds = 5

// crossValidated returns the sum of the squared errors of predictions for one part of the
// respondents by the ratings of the others. All parts have much the same ratings.
func (b *problem) crossValidated(h *hyper, tol float64) (squares float64, err error) {
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
	b.computeKernels(h)
	for k := range folds {
		others := b.ignoring(func(i int) bool { return part[i] == k })
		m, err := others.findMode(h, others.priorMean(h), tol)
		if err != nil {
			return 0, err
		}
		for i, y := range b.ratings {
			if part[i] == k {
				e := y - clip(m.fitted[i])
				squares += e * e
			}
		}
		others.recycle(m)
	}
	return squares, nil
}
