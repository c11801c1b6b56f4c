package grades

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

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

// maxNear is the number of folds that are left out up to which the mode of the others is a start.
// That of fewer respondents is too far from the modes of more, and these are found in little time.
const maxNear = 3

// predictFolds returns the respondents in the first folds by fits to all others, and a point from
// which to search for the mode of everybody. No fit may start from a point that has seen the
// ratings it predicts, so all start from the mode of those whom none leaves out, or from the prior
// mean.
func (b *problem) predictFolds(h *hyper) (left *unseen, near *point, err error) {
	folds, _ := foldsOf(len(b.Ratings))
	var start *point
	if folds <= maxNear && h.graded() { // otherwise few steps lead to a mode
		if start, err = b.modeOfFolds(h, max(2, folds)); err != nil {
			return nil, nil, err
		}
	}
	left = new(unseen)
	modes := make([]*point, folds)
	for k := range modes {
		modes[k], err = b.predictWithout(left, h, k, scoredFolds, start, tolFit)
		if err != nil {
			return nil, nil, err
		}
	}
	if start == nil {
		return left, b.priorMean(h), nil
	}
	if folds > 1 {
		modes = append(modes, b.combined(h, modes, start))
	}
	return left, slices.MinFunc(modes, func(s, z *point) int {
		return cmp.Compare(s.objective, z.objective)
	}), nil
}

// modeOfFolds returns the mode of the respondents in the folds from the first given on, or nil if
// there are none. It starts from the mode of fewer folds: steps to that take little time.
func (b *problem) modeOfFolds(h *hyper, first int) (*point, error) {
	if first >= scoredFolds {
		return nil, nil
	}
	start, err := b.modeOfFolds(h, first+2)
	if err != nil {
		return nil, err
	}
	return b.pointWithout(h, func(i int) bool { return i%scoredFolds < first }, start, tolSearch)
}

// combined returns a point mostly near the mode of everybody, by the modes without each of F > 1
// folds and that of the respondents who are in none of these. The coordinates are sums over
// observations: in the sum of the modes those of a fold count F - 1 times, and the others once
// more.
func (b *problem) combined(h *hyper, modes []*point, rest *point) *point {
	beta, gamma := b.newNodeValues(), make([]float64, len(b.Ratings))
	top, reach := b.scale.top, b.scale.reach
	add := func(s *point, share float64) {
		dense.AddScaled(beta.all, share, s.beta.all)
		dense.AddScaled(gamma, share, s.gamma)
		top += share * (s.top - b.scale.top)
		reach += share * (s.reach - b.scale.reach)
	}
	share := 1 / float64(len(modes)-1)
	for _, s := range modes {
		add(s, share)
	}
	add(rest, -share)
	return b.pointAt(h, beta.of, gamma, top, reach)
}
