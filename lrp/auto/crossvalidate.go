package auto

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// folds is the number of parts of a cross-validation.
const folds = 5

// equalRatings is the difference up to which ratings are taken for equal.
const equalRatings = 1e-9

// crossValidated returns a prediction for each respondent by the ratings of those in other parts.
// Parts are predicted concurrently. The predictions are not calibrated.
func (b *problem) crossValidated(h *hyper, tol float64) (predicted []float64, err error) {
	part := b.parts()
	b.computeKernels(h)
	predicted = make([]float64, len(b.Ratings))
	err = parallel.Do(context.Background(), runtime.GOMAXPROCS(0), folds, func(k int) (err error) {
		others := b.without(h, func(i int) bool { return part[i] == k })
		m, err := others.findMode(h, others.priorMean(h), tol)
		if err != nil {
			return err
		}
		for i, of := range part {
			if of == k {
				predicted[i] = m.fitted[i]
			}
		}
		return nil
	}, nil)
	return predicted, err
}

// parts returns the part of each respondent. All parts have much the same ratings.
func (b *problem) parts() []int {
	order := numbers.UpTo(len(b.Ratings))
	slices.SortStableFunc(order, func(i, l int) int {
		if math.Abs(b.Ratings[i]-b.Ratings[l]) < equalRatings {
			return 0 // the last digits of totals are chance
		}
		return cmp.Compare(b.Ratings[i], b.Ratings[l])
	})
	part := make([]int, len(order))
	for rank, i := range order {
		part[i] = rank % folds
	}
	return part
}

const (
	// scoredFolds is the number of folds of a training set that is too large for parts. Structure
	// and hyper-parameters of so many respondents hardly depend on any of them.
	scoredFolds = 5
	// minScored is the number of scores from which no further fold is left out, each of which takes
	// another fit.
	minScored = 200
)

// foldScores returns the number of scores of the problem, unless all is chosen anew without parts.
func (b *problem) foldScores() (scores int) {
	folds, _ := foldsOf(len(b.Ratings))
	for i, y := range b.Ratings {
		if i%scoredFolds < folds && !math.IsNaN(y) {
			scores++
		}
	}
	return scores
}

// foldsOf returns the number of folds of so many respondents that are left out, and of their
// scores.
func foldsOf(respondents int) (folds, scores int) {
	for ; folds < min(scoredFolds, respondents) && scores < minScored; folds++ {
		scores += (respondents - folds + scoredFolds - 1) / scoredFolds
	}
	return folds, scores
}

// predictFolds returns the respondents in the first folds by fits to all others.
func (b *problem) predictFolds(h *hyper) (*unseen, error) {
	folds, _ := foldsOf(len(b.Ratings))
	left := new(unseen)
	for k := range folds {
		if err := b.predictWithout(left, h, k, scoredFolds, tolFit); err != nil {
			return nil, err
		}
	}
	return left, nil
}
