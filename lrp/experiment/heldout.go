package experiment

import (
	"math"

	"github.com/luna-rating/luna/lrp/stats"
)

// HeldOut sums up an approach's predictions of each respondent over the trials with that respondent
// in the test part, in the order of the data set. No prediction in it comes from a fit to the
// respondent's own rating.
type HeldOut struct {
	// Count is the number of trials in which the respondent was predicted, which may be 0 with few
	// trials.
	Count []int
	// Mean and SD are the mean of the clipped predictions, in [0,1], and their standard deviation
	// (n-1) over these trials; NaN if there is none.
	Mean, SD []float64
	// Intervals is the number of a learner's intervals, and Held the number of those that hold the
	// rating; both are nil for other approaches.
	Intervals, Held []int
}

// square is the mean squared difference of a respondent's predictions from a rating.
func (h *HeldOut) square(respondent int, rating float64) float64 {
	e, n := h.residual(respondent, rating), float64(h.Count[respondent])
	if n < 2 {
		return e * e
	}
	return e*e + h.SD[respondent]*h.SD[respondent]*(n-1)/n
}

// residual is the mean prediction of a respondent less the rating, above 0 if it is too high; NaN
// if the respondent was never held out.
func (h *HeldOut) residual(respondent int, rating float64) float64 {
	return h.Mean[respondent] - rating
}

// newHeldOut sums up the outcomes of one approach in all trials.
func newHeldOut(trials []outcome, ratings []float64) *HeldOut {
	n, predicted := len(ratings), make([][]float64, len(ratings))
	h := &HeldOut{Count: make([]int, n), Mean: make([]float64, n), SD: make([]float64, n)}
	for _, t := range trials {
		if t.Intervals != nil && h.Intervals == nil {
			h.Intervals, h.Held = make([]int, n), make([]int, n)
		}
		for k, p := range t.Ratings {
			i := t.Test[k]
			if !math.IsNaN(p) {
				predicted[i] = append(predicted[i], p)
			}
			if t.Intervals == nil || !defined(t.Intervals[k]) {
				continue
			}
			h.Intervals[i]++
			if holds(t.Intervals[k], ratings[i]) {
				h.Held[i]++
			}
		}
	}
	for i, list := range predicted {
		h.Count[i] = len(list)
		h.Mean[i], h.SD[i] = stats.MeanSD(list)
	}
	return h
}
