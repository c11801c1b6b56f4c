package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
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

// verdictOn returns the verdict on a result, by the tests of its data set.
func verdictOn(d *experiment.DatasetReport, tests *experiment.Tests, result int) verdict {
	if tests.CBG < 0 || result == tests.CBG {
		return noVerdict
	}
	r, cbg := &d.Results[result], &d.Results[tests.CBG]
	switch outcome := tests.VsCBG[result].Outcome; {
	case outcome == experiment.NoTest:
		return noVerdict
	case outcome == experiment.Equal:
		return equal
	case r.RMSEMean >= cbg.RMSEMean:
		return noBetter
	case outcome == experiment.Untested:
		return untested
	case outcome == experiment.Better:
		return better
	}
	return unclear
}

func defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
