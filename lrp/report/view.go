package report

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

const (
	control  = approach.NoRegressor
	baseline = "CBG" // the control that all approaches are compared with

	tolerance = 1e-9 // the difference of two errors that is attributed to rounding
)

// Marks of how a row compares with CBG.
const (
	untested = "? CBG" // the mean is below CBG's, with too few trials for a test
	unclear  = "~ CBG" // the mean is below CBG's, but not significantly
	noBetter = "≥ CBG" // the mean is not below CBG's
	equal    = "= CBG" // the same error in every trial
)

func defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// view arranges a data set's results: the learners first, then the controls, then one section per
// regressor, in the order of the results. Of a learning curve, these are the results at the last
// size.
type view struct {
	*experiment.DatasetReport
	whole    *experiment.DatasetReport // of a learning curve, at all sizes
	curve    bool
	report   *experiment.Report
	tests    *experiment.Tests
	CBG      *experiment.Result // nil if it was not evaluated
	Sections []section
	lowest   map[int]float64 // error by size, for sizes with several errors
}

// section has the results of one regressor on one data set.
type section struct {
	Regressor string
	Unit      string  // such as "in every trial"
	Alpha     float64 // the penalty that the Lasso was given, 0 for others
	Rows      []row
	// Equal lists the approaches with CBG's error in every trial, which happens if a regressor
	// keeps no feature. They would repeat one row, so only their names are listed.
	Equal []string
}

// control reports whether the section has the controls.
func (s section) control() bool { return s.Regressor == control }

// candidates are the sections of all but the controls.
func (v *view) candidates() (list []*section) {
	for i := range v.Sections {
		if s := &v.Sections[i]; !s.control() {
			list = append(list, s)
		}
	}
	return list
}

// otherControls are the rows of controls but CBG.
func (v *view) otherControls() (rows []row) {
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			if s.control() && r.Result != v.CBG {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// row is one approach with one regressor.
type row struct {
	*experiment.Result
	points  map[int]*experiment.Result // by size
	Outcome experiment.Outcome         // of the test against CBG
	Change  float64                    // of the mean error relative to CBG's, -0.1 for 10% less
	Best    bool                       // the lowest mean error of its section
}

func newView(r *experiment.Report, d *experiment.DatasetReport) *view {
	v := &view{DatasetReport: d, whole: d, curve: len(d.Sizes) > 0, report: r, lowest: map[int]float64{}}
	if v.curve {
		v.DatasetReport = d.At(d.Sizes[len(d.Sizes)-1])
	}
	v.tests = v.Tests()
	if v.tests.CBG >= 0 {
		v.CBG = &v.Results[v.tests.CBG]
	}
	for _, rank := range []int{0, 1, 2} {
		for k := range v.Results {
			if rankOf(v.Results[k].Approach, v.Results[k].Regressor) == rank {
				v.add(k)
			}
		}
	}
	v.markBest()
	several := map[int]int{}
	for _, x := range d.Results {
		if !defined(x.RMSEMean) {
			continue
		}
		if lowest, ok := v.lowest[x.Size]; !ok || x.RMSEMean < lowest {
			v.lowest[x.Size] = x.RMSEMean
		}
		several[x.Size]++
	}
	maps.DeleteFunc(v.lowest, func(size int, _ float64) bool { return several[size] < 2 })
	return v
}

// add adds result k to the section of its regressor.
func (v *view) add(k int) {
	r := &v.Results[k]
	i := slices.IndexFunc(v.Sections, func(s section) bool { return s.Regressor == r.Regressor })
	if i < 0 {
		i = len(v.Sections)
		s := section{Regressor: r.Regressor, Unit: v.throughout()}
		if s.Regressor == "lasso" && !v.curve {
			s.Alpha = v.report.Alpha
		}
		v.Sections = append(v.Sections, s)
	}
	s := &v.Sections[i]
	points := v.curveOf(r)
	if !s.control() && v.asCBG(points) {
		s.Equal = append(s.Equal, r.Approach)
		return
	}
	s.Rows = append(s.Rows, row{Result: r, points: points, Outcome: v.tests.VsCBG[k].Outcome,
		Change: change(r, v.CBG)})
}

// curveOf returns a result's curve by size.
func (v *view) curveOf(r *experiment.Result) map[int]*experiment.Result {
	if !v.curve {
		return map[int]*experiment.Result{r.Size: r}
	}
	points := map[int]*experiment.Result{}
	for i := range v.whole.Results {
		if x := &v.whole.Results[i]; x.Approach == r.Approach && x.Regressor == r.Regressor {
			points[x.Size] = x
		}
	}
	return points
}

// asCBG reports whether a curve equals CBG's at all of its sizes.
func (v *view) asCBG(points map[int]*experiment.Result) bool {
	if v.CBG == nil {
		return false
	}
	cbg := v.curveOf(v.CBG)
	for size, p := range points {
		if cbg[size] == nil || !p.SameErrors(cbg[size]) {
			return false
		}
	}
	return true
}

// bestAt reports whether a point of a curve has the lowest error of its size, up to rounding.
func (v *view) bestAt(p *experiment.Result) bool {
	lowest, ok := v.lowest[p.Size]
	return ok && p.RMSEMean <= lowest+tolerance
}

// rankOf orders sections: learners, controls, all others.
func rankOf(approach, regressor string) int {
	switch {
	case strings.EqualFold(approach, regressor):
		return 0
	case regressor == control:
		return 1
	}
	return 2
}

// markBest marks the row with the lowest mean error of each section other than the controls. A
// regressor's only approach and another system are marked if nothing is better with any regressor.
func (v *view) markBest() {
	lowest, rows := math.Inf(1), 0
	for _, s := range v.candidates() {
		rows += len(s.Rows)
		for _, r := range s.Rows {
			if defined(r.RMSEMean) {
				lowest = min(lowest, r.RMSEMean)
			}
		}
	}
	for _, s := range v.candidates() {
		if len(s.Rows)+len(s.Equal) == 1 || s.Regressor == approach.ExternalRegressor {
			for i := range s.Rows {
				s.Rows[i].Best = rows > 1 && s.Rows[i].RMSEMean <= lowest
			}
			continue
		}
		s.markBest()
	}
}

// markBest marks the row of the section with the lowest mean error.
func (s *section) markBest() {
	best := -1
	for i := range s.Rows {
		if x := s.Rows[i].RMSEMean; defined(x) && (best < 0 || x < s.Rows[best].RMSEMean) {
			best = i
		}
	}
	// If others equal CBG, a row above it is not the best.
	if best >= 0 && (len(s.Equal) == 0 || s.Rows[best].mark() != noBetter) {
		s.Rows[best].Best = true
	}
}

// mark says how the row compares with CBG; a significantly lower error has none.
func (r row) mark() string {
	switch {
	case r.Outcome == experiment.NoTest:
		return ""
	case r.Outcome == experiment.Equal:
		return equal
	case !(r.Change < 0):
		return noBetter
	case r.Outcome == experiment.Untested:
		return untested
	case r.Outcome == experiment.Unclear:
		return unclear
	}
	return ""
}

// change returns the relative change of the mean error from CBG's, NaN if it is undefined.
func change(r, cbg *experiment.Result) float64 {
	if cbg == nil || r == cbg || !defined(r.RMSEMean) || !(cbg.RMSEMean > 0) {
		return math.NaN()
	}
	return r.RMSEMean/cbg.RMSEMean - 1
}

// views arranges all data sets of a report.
func views(r *experiment.Report) []*view {
	list := make([]*view, len(r.Datasets))
	for i := range r.Datasets {
		list[i] = newView(r, &r.Datasets[i])
	}
	return list
}

// approaches lists the approaches of a report without duplicates.
func approaches(r *experiment.Report) (names []string) {
	for _, d := range r.Datasets {
		for _, x := range d.Results {
			if !slices.Contains(names, x.Approach) {
				names = append(names, x.Approach)
			}
		}
	}
	return names
}

// bestResult returns the result with the lowest mean error, a control only if there is nothing
// else. It returns nil if there is none.
func (v *view) bestResult() *experiment.Result {
	if v.tests.Best < 0 {
		return nil
	}
	return &v.Results[v.tests.Best]
}

// index returns the index of one of the data set's results.
func (v *view) index(r *experiment.Result) int {
	for i := range v.Results {
		if &v.Results[i] == r {
			return i
		}
	}
	return -1
}
