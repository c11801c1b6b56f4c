package experiment

import (
	"math"
	"slices"

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
	// AbsoluteError is the mean absolute error of these predictions; NaN if there is none.
	AbsoluteError []float64
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
	h := &HeldOut{make([]int, n), make([]float64, n), make([]float64, n), make([]float64, n), nil, nil}
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
		for k, p := range list {
			list[k] = math.Abs(p - ratings[i])
		}
		h.AbsoluteError[i], _ = stats.MeanSD(list)
	}
	return h
}

// TrueScores splits the variance of several judges' ratings, over the respondents that were
// predicted, into the part of the true ratings and that of the judges' errors.
//
//	S. J. Haberman. When Can Subscores Have Value? Journal of Educational and Behavioral
//	Statistics 33, 204-229 (2008). A. Loukina, N. Madnani, A. Cahill, L. Yao, M. S. Johnson, B.
//	Riordan and D. F. McCaffrey. Using PRMSE to Evaluate Automated Scoring Systems in the Presence
//	of Label Noise. BEA 2020, with the formulas of RSMTool for any number of judges.
type TrueScores struct {
	// ErrorVariance is the variance of single judges' ratings of the same respondent.
	ErrorVariance float64 `json:"error_variance"`
	// Variance is that of the true ratings, without the errors; it is at most 0 if judges agree no
	// better than by chance.
	Variance float64 `json:"variance"`
}

// judged has the judges' own ratings of each respondent: their number n, their mean, and their sum
// of squared deviations from it.
type judged struct{ n, mean, within []float64 }

// judgedBy takes judges' own ratings, NaN where there is none, of respondents that were predicted.
func (r *DatasetReport) judgedBy(own [][]float64) judged {
	size := len(r.Ratings)
	j := judged{make([]float64, size), make([]float64, size), make([]float64, size)}
	for i := range r.Ratings {
		var ratings []float64
		for _, y := range own {
			if !math.IsNaN(y[i]) && r.Results != nil && r.Results[0].HeldOut != nil &&
				r.Results[0].HeldOut.Count[i] > 0 {
				ratings = append(ratings, y[i])
			}
		}
		var sd float64
		j.n[i] = float64(len(ratings))
		if j.mean[i], sd = stats.MeanSD(ratings); len(ratings) > 1 {
			j.within[i] = sd * sd * (j.n[i] - 1)
		}
	}
	return j
}

// trueScores returns what follows for respondents of such weights, nil if none has two ratings, and
// the PRMSE given the sum, with weights, of n times the squared error against the mean; NaN if it
// is unknown.
func (j *judged) trueScores(weights []float64) (*TrueScores, func(squares float64) float64) {
	var people, sum, total, squares, within float64
	for i, n := range j.n {
		if w := weights[i]; n > 0 && w > 0 {
			people += w
			sum += w * n
			total += w * n * j.mean[i]
			squares += w * n * n
			within += w * j.within[i]
		}
	}
	if sum <= people {
		return nil, func(float64) float64 { return math.NaN() }
	}
	t := &TrueScores{ErrorVariance: within / (sum - people)}
	for i, n := range j.n {
		if n > 0 {
			t.Variance += weights[i] * n * (j.mean[i] - total/sum) * (j.mean[i] - total/sum)
		}
	}
	t.Variance = (t.Variance - (people-1)*t.ErrorVariance) / (sum - squares/sum)
	return t, func(squares float64) float64 {
		if !(t.Variance > 0) {
			return math.NaN()
		}
		return 1 - (squares-people*t.ErrorVariance)/sum/t.Variance
	}
}

// measureTrueScores sets the PRMSE of all results, given each judge's own ratings: NaN where there
// is none. It returns nil if nobody predicted has two, or if single predictions are unknown.
func (r *DatasetReport) measureTrueScores(own [][]float64) *TrueScores {
	j := r.judgedBy(own)
	t, of := j.trueScores(slices.Repeat([]float64{1}, len(j.n)))
	for k := range r.Results {
		x, squares := &r.Results[k], 0.0
		for i, n := range j.n {
			if n > 0 {
				squares += n * x.HeldOut.square(i, j.mean[i])
			}
		}
		if prmse := of(squares); !math.IsNaN(prmse) {
			x.PRMSE = &prmse
		}
	}
	return t
}
