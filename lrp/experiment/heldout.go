package experiment

import (
	"math"
	"sync"
)

// HeldOut sums up an approach's predictions of each respondent over the trials with that respondent
// in the test part, in the order of the data set. Nothing fitted to a respondent's own rating is in
// it.
type HeldOut struct {
	// Count is the number of trials in which the respondent was predicted, which may be 0 with few
	// trials.
	Count []int
	// Mean and SD are the mean of the clipped predictions, in [0,1], and their standard deviation
	// (n-1) over these trials; NaN if there is none. Both are known to about 1e-9, a small SD to
	// 1e-4.
	Mean, SD []float64
	// Intervals is the number of a learner's intervals, and Held that of those that hold the rating; both
	// are nil for other approaches.
	Intervals, Held []int
}

// square is the mean squared difference of a respondent's predictions from a rating.
func (h *HeldOut) square(respondent int, rating float64) float64 {
	e, n := h.Residual(respondent, rating), float64(h.Count[respondent])
	if n < 2 {
		return e * e
	}
	return e*e + h.SD[respondent]*h.SD[respondent]*(n-1)/n
}

// Residual is the mean prediction of a respondent less the rating, above 0 if it is too high; NaN
// if the respondent was never held out.
func (h *HeldOut) Residual(respondent int, rating float64) float64 {
	return h.Mean[respondent] - rating
}

// heldOutUnit is the step in which predictions are summed. Sums of whole numbers are the same in
// any order, so that they depend neither on the number of workers nor on which trial ends first,
// and no trial has to be kept. A million trials in which every prediction is 1 sum to 2^52.
const heldOutUnit = 1 << 32

// heldOutSums collects the predictions of all approaches. Its size depends on the numbers of
// approaches and respondents, not on that of trials.
type heldOutSums struct {
	mu          sync.Mutex
	respondents int
	sums        []heldOutSum // of each outcome of a trial
}

type heldOutSum struct {
	count        []int
	sum, squares []uint64

	intervals, held []int
}

func newHeldOutSums(respondents int) *heldOutSums { return &heldOutSums{respondents: respondents} }

// add adds the predictions of one trial, whose outcomes come in the same order in every trial.
func (h *heldOutSums) add(test []int, outcomes []outcome, ratings []float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for k, o := range outcomes {
		if k == len(h.sums) {
			n := h.respondents
			sum := heldOutSum{count: make([]int, n), sum: make([]uint64, n), squares: make([]uint64, n)}
			if o.intervals != nil {
				sum.intervals, sum.held = make([]int, n), make([]int, n)
			}
			h.sums = append(h.sums, sum)
		}
		s := &h.sums[k]
		for t, i := range test {
			if p := o.predicted[t]; p >= 0 && p <= 1 { // not NaN
				s.count[i]++
				s.sum[i] += uint64(math.Round(p * heldOutUnit))
				s.squares[i] += uint64(math.Round(p * p * heldOutUnit))
			}
			if o.intervals != nil && defined(o.intervals[t]) {
				s.intervals[i]++
				if holds(o.intervals[t], ratings[t]) {
					s.held[i]++
				}
			}
		}
	}
}

// result returns what was collected of outcome k.
func (h *heldOutSums) result(k int) *HeldOut {
	s := h.sums[k]
	n := len(s.count)
	r := &HeldOut{Count: s.count, Mean: make([]float64, n), SD: make([]float64, n),
		Intervals: s.intervals, Held: s.held}
	for i, n := range s.count {
		r.Mean[i], r.SD[i] = math.NaN(), math.NaN()
		if n == 0 {
			continue
		}
		mean := float64(s.sum[i]) / heldOutUnit / float64(n)
		r.Mean[i] = mean
		if n > 1 {
			squares := float64(s.squares[i])/heldOutUnit - float64(n)*mean*mean
			r.SD[i] = math.Sqrt(max(squares, 0) / float64(n-1))
		}
	}
	return r
}
