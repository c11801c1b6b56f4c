package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

const (
	control  = "none" // the regressor of approaches that have none
	baseline = "CBG"  // the control that every other approach is held against
)

// A verdict says how an approach compares with the constant best guess on one data set.
type verdict int

const (
	noVerdict verdict = iota // nothing to compare with
	better                   // the mean is below CBG's, significantly
	untested                 // the mean is below CBG's, but too few trials are known for a test
	unclear                  // the mean is below CBG's, but not significantly
	noBetter                 // the mean is not below CBG's
	equal                    // the same error in every trial
)

// mark is the verdict's sign in tables; better has none.
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

// dim reports whether the approach is no better than CBG as far as one can tell.
func (v verdict) dim() bool { return v != noVerdict && v != better }

// tolerance is the difference of two errors that is put down to rounding.
const tolerance = 1e-9

// judge compares an approach with CBG on a data set. The trials are the same splits for
// both, so their differences are paired; as the splits overlap, the test is the corrected
// resampled t-test, two-sided, at 5%. Where everyone was predicted from all others, the pairs are
// the squared errors of the respondents.
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

// significance is the p value of the difference from CBG, NaN where it cannot be told.
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

// same reports whether two approaches had the same error in every trial, or, where the
// trials are not known, the same mean and spread.
func same(a, b *experiment.Result) bool {
	if len(a.RMSE) == 0 || len(a.RMSE) != len(b.RMSE) {
		return math.Abs(a.RMSEMean-b.RMSEMean) <= tolerance && math.Abs(a.RMSESD-b.RMSESD) <= tolerance
	}
	for i := range a.RMSE {
		if !(math.Abs(a.RMSE[i]-b.RMSE[i]) <= tolerance) {
			return false
		}
	}
	return true
}

func defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
