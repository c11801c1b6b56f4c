package lrp

import (
	"math"
	"sync"
)

// HeldOut sums up an approach's predictions of each respondent over the trials in which that respondent was in the test
// part, in the order of the data set's respondents. Nothing that was fitted to a respondent's own rating is in it.
type HeldOut struct {
	// Count is in how many trials the respondent was predicted; 0 is possible with few trials.
	Count []int
	// Mean and SD are the mean of the clipped predictions, in [0,1], and their standard deviation (n-1) over these
	// trials; NaN where there is none. Both are known to about 1e-9, the SD where it is small to 1e-4.
	Mean, SD []float64
}

// Residual is the mean prediction of a respondent less the rating, above 0 where it is too high; NaN where the
// respondent was never held out.
func (h *HeldOut) Residual(respondent int, rating float64) float64 {
	return h.Mean[respondent] - rating
}

// heldOutUnit is the step in which predictions are summed: sums of whole numbers are the same in any order, so
// that they depend neither on the number of workers nor on which trial ends first, and no trial has to be kept.
// A million trials, in which every prediction is 1, sum to 2^52.
const heldOutUnit = 1 << 32

// heldOutSums collects the predictions of all approaches. Its size depends on the numbers of approaches and
// respondents, not on that of trials.
type heldOutSums struct {
	mu          sync.Mutex
	respondents int
	of          []heldOutSum // of each outcome of a trial
}

type heldOutSum struct {
	count        []int
	sum, squares []uint64
}

func newHeldOutSums(respondents int) *heldOutSums { return &heldOutSums{respondents: respondents} }

// add adds the predictions of one trial, whose outcomes come in the same order in every trial.
func (s *heldOutSums) add(test []int, predicted [][]float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, values := range predicted {
		if k == len(s.of) {
			s.of = append(s.of, heldOutSum{make([]int, s.respondents), make([]uint64, s.respondents), make([]uint64, s.respondents)})
		}
		of := &s.of[k]
		for t, i := range test {
			if p := values[t]; p >= 0 && p <= 1 { // not NaN
				of.count[i]++
				of.sum[i] += uint64(math.Round(p * heldOutUnit))
				of.squares[i] += uint64(math.Round(p * p * heldOutUnit))
			}
		}
	}
}

// result returns what was collected of outcome k.
func (s *heldOutSums) result(k int) *HeldOut {
	of := s.of[k]
	h := &HeldOut{Count: of.count, Mean: make([]float64, len(of.count)), SD: make([]float64, len(of.count))}
	for i, n := range of.count {
		h.Mean[i], h.SD[i] = math.NaN(), math.NaN()
		if n == 0 {
			continue
		}
		mean := float64(of.sum[i]) / heldOutUnit / float64(n)
		h.Mean[i] = mean
		if n > 1 {
			spread := float64(of.squares[i])/heldOutUnit - float64(n)*mean*mean
			h.SD[i] = math.Sqrt(max(spread, 0) / float64(n-1))
		}
	}
	return h
}
