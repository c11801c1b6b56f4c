package experiment

import (
	"math"

	"github.com/luna-rating/luna/lrp/stats"
)

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

// measureTrueScores sets the PRMSE of all results, given each judge's own ratings: NaN where there is
// none. It returns nil if nobody predicted has two, or if single predictions are unknown.
func (r *DatasetReport) measureTrueScores(own [][]float64) *TrueScores {
	n, mean := make([]float64, len(r.Ratings)), make([]float64, len(r.Ratings))
	var people, sum, total, squares, within float64
	for i := range r.Ratings {
		var ratings []float64
		for _, y := range own {
			if !math.IsNaN(y[i]) && r.Results != nil && r.Results[0].HeldOut != nil &&
				r.Results[0].HeldOut.Count[i] > 0 {
				ratings = append(ratings, y[i])
			}
		}
		if n[i] = float64(len(ratings)); n[i] == 0 {
			continue
		}
		var sd float64
		if mean[i], sd = stats.MeanSD(ratings); n[i] > 1 {
			within += sd * sd * (n[i] - 1)
		}
		people, sum, total, squares = people+1, sum+n[i], total+n[i]*mean[i], squares+n[i]*n[i]
	}
	if sum <= people {
		return nil
	}
	t := &TrueScores{ErrorVariance: within / (sum - people)}
	for i := range n {
		t.Variance += n[i] * (mean[i] - total/sum) * (mean[i] - total/sum)
	}
	t.Variance = (t.Variance - (people-1)*t.ErrorVariance) / (sum - squares/sum)
	for k := range r.Results {
		x, se := &r.Results[k], 0.0
		for i := range n {
			if n[i] > 0 {
				se += n[i] * x.HeldOut.square(i, mean[i])
			}
		}
		if t.Variance > 0 {
			prmse := 1 - (se-people*t.ErrorVariance)/sum/t.Variance
			x.PRMSE = &prmse
		}
	}
	return t
}
