package grades

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

const (
	// minFolded is the number of respondents from which a choice is checked by cross-validation.
	minFolded = 10
	// folds is the number of its parts.
	folds = 5
	// clearGain is the gain in nats for which a choice is dropped. With a few dozen respondents
	// smaller gains are chance, and following them makes predictions worse.
	clearGain = 3
	// negligible is the variance of what does not count, on the scale of logits.
	negligible = 1e-6
)

// plain returns hyper-parameters by which a rating hardly depends on more than the mean grade by
// the prior and the pooled cues, or on nothing if those tell nothing either: the constant guess.
func plain(like *hyper, ratings []float64) *hyper {
	h := defaultHyper()
	h.Pooled = min(h.Pooled, like.Pooled)
	h.Noise = max(h.Noise, stat.PopStdDev(ratings, nil))
	h.Top, h.Reach = 1, 1
	h.Grams, h.Vectors, h.Cues = negligible, negligible, negligible
	h.Weight, h.Question, h.Text = negligible, negligible, 0
	return h
}

// betterOf returns the hyper-parameters given, or plain ones if these predict ratings that the fit
// has not seen clearly better: if (n/2)·ln(S/S') exceeds clearGain, where S and S' are the sums of
// squares of the cross-validated errors. The search minimises errors of the model linearised where
// it has seen all ratings. They are far too small if grades are near 0 or 1 there, as with ratings
// that do not depend on the responses.
func (b *problem) betterOf(h *hyper) (*hyper, error) {
	if len(b.ratings) < minFolded {
		return h, nil
	}
	other := plain(h, b.ratings)
	errors := make([]float64, 2)
	for k, candidate := range []*hyper{h, other} {
		var err error
		if errors[k], err = b.crossValidated(candidate, tolSearch); err != nil {
			return nil, err
		}
	}
	n := float64(len(b.ratings))
	if n/2*math.Log((errors[0]+n*negligible)/(errors[1]+n*negligible)) > clearGain {
		return other, nil
	}
	return h, nil
}

// crossValidated returns the sum of the squared errors of predictions for one part of the
// respondents by the ratings of the others. All parts have much the same ratings.
func (b *problem) crossValidated(h *hyper, tol float64) (squares float64, err error) {
	order := make([]int, len(b.ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, l int) int { return cmp.Compare(b.ratings[i], b.ratings[l]) })
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
