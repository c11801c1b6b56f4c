package auto

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// What is predicted of a fold does not depend on its ratings, to the bit.
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
			left, err := problemOf(t, x, h).predictFolds(h)
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
