package grades

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// What is predicted of a fold does not depend on its ratings, to the bit, wherever fits start.
func TestFoldsNotSeen(t *testing.T) {
	suite.Slow(t, "fits many models")
	for _, n := range []int{100, 350, 500} {
		x := civics(n)
		h := defaultHyper()
		folds, scores := foldsOf(n)
		var before []float64
		for changed := -1; changed < folds; changed++ {
			ratings := slices.Clone(x.ratings)
			for i := range ratings {
				if i%scoredFolds == changed {
					x.ratings[i] = 1 - ratings[i]
				}
			}
			left, _, err := problemOf(t, x, h).predictFolds(h)
			if err != nil {
				t.Fatal(err)
			}
			x.ratings = ratings
			if changed < 0 {
				if before = left.predicted; len(before) != scores {
					t.Errorf("%d of %d are predicted, expected %d", len(before), n, scores)
				}
				continue
			}
			first := 0
			for k := range changed {
				first += (n - k + scoredFolds - 1) / scoredFolds
			}
			size := (n - changed + scoredFolds - 1) / scoredFolds
			if !slices.Equal(left.predicted[first:first+size], before[first:first+size]) {
				t.Errorf("%d respondents: predictions of fold %d depend on its ratings", n, changed)
			}
		}
	}
}

// The mode of everybody is the same from a point near it and from the prior mean, and the point is
// no farther than the mode without a fold is.
func TestNearMode(t *testing.T) {
	suite.Slow(t, "fits many models")
	for _, n := range []int{350, 500} {
		x := civics(n)
		h := defaultHyper()
		b := problemOf(t, x, h)
		_, near, err := b.predictFolds(h)
		if err != nil {
			t.Fatal(err)
		}
		start := near.objective
		one, err := b.predictWithout(new(unseen), h, 0, scoredFolds, nil, 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.findMode(h, near, 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		want, err := b.findMode(h, b.priorMean(h), 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.objective-want.objective) > 1e-6 {
			t.Errorf("%d respondents: objective %v, from the prior mean %v",
				n, got.objective, want.objective)
		}
		if start > one.objective {
			t.Errorf("%d respondents: objective %v near the mode, without a fold %v",
				n, start, one.objective)
		}
	}
}
