package auto

import "math"

const (
	// scoredFolds is the number of folds of a training set that is too large for parts. Structure and
	// hyper-parameters of so many respondents hardly depend on any of them.
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
