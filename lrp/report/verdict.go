package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

const (
	control  = "none" // the regressor of controls
	baseline = "CBG"  // the control that all approaches are compared with
)

// A verdict is the comparison of an approach with the constant best guess on one data set.
type verdict int

const (
	noVerdict verdict = iota // nothing to compare with
	better                   // the mean is below CBG's, significantly
	untested                 // the mean is below CBG's, with too few trials for a test
	unclear                  // the mean is below CBG's, but not significantly
	noBetter                 // the mean is not below CBG's
	equal                    // the same error in every trial
)

// mark returns the verdict's mark in tables; better has none.
func (v verdict) mark() string {
	switch v {
	case untested:
		return "? CBG"
	case unclear:
		return "~ CBG"
	case noBetter:
		return "≥ CBG"
	case equal:
		return "= CBG"
	}
	return ""
}

// dim reports whether the approach is not known to be better than CBG.
func (v verdict) dim() bool { return v != noVerdict && v != better }

// tolerance is the difference of two errors that is attributed to rounding.
const tolerance = 1e-9

// judge compares an approach with CBG on a data set by a two-sided test at 5%. Both have the same
// splits, so the differences are paired; because the splits overlap, it is the corrected resampled
// t-test. For leave-one-out, the pairs are the squared errors of the respondents.
func judge(r, cbg *experiment.Result, d *experiment.DatasetReport) verdict {
	if r == cbg || cbg == nil || !defined(r.RMSEMean) || !defined(cbg.RMSEMean) {
		return noVerdict
	}
	if same(r, cbg) {
		return equal
	}
	if r.RMSEMean >= cbg.RMSEMean {
		return noBetter
	}
	switch p := significance(r, cbg, d); {
	case math.IsNaN(p):
		return untested
	case p < 0.05:
		return better
	}
	return unclear
}

// significance returns the p value of the difference from CBG, NaN if there is no test.
func significance(r, cbg *experiment.Result, d *experiment.DatasetReport) float64 {
	a, b := r.RMSE, cbg.RMSE
	if unitOf(d) == byRespondent {
		a, b = r.SquaredErrors, cbg.SquaredErrors
	}
	if len(a) != len(b) {
		return math.NaN()
	}
	diffs := make([]float64, len(a))
	for i := range diffs {
		diffs[i] = a[i] - b[i]
	}
	if unitOf(d) == byRespondent {
		_, p := stats.PooledT(diffs)
		return p
	}
	_, p := stats.CorrectedEstimate(diffs, d.Train, d.Test).T()
	return p
}

// same reports whether two approaches had the same error in every trial or, if the trials are
// unknown, the same mean and spread.
func same(a, b *experiment.Result) bool {
	if len(a.RMSE) == 0 || len(a.RMSE) != len(b.RMSE) {
		return math.Abs(a.RMSEMean-b.RMSEMean) <= tolerance &&
			math.Abs(a.RMSESD-b.RMSESD) <= tolerance
	}
	for i := range a.RMSE {
		if !(math.Abs(a.RMSE[i]-b.RMSE[i]) <= tolerance) {
			return false
		}
	}
	return true
}

func defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
