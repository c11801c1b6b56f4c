package report

import (
	"math"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// view arranges a data set's results: the learners first, then the controls, then one section per
// regressor, in the order of the results.
type view struct {
	*experiment.DatasetReport
	tests    *experiment.Tests
	CBG      *experiment.Result // nil if it was not evaluated
	Sections []section
}

// section has the results of one regressor on one data set.
type section struct {
	Regressor string
	Unit      unit
	Alpha     float64 // the penalty that the Lasso was given, 0 for others
	Rows      []row
	// Equal lists the approaches with CBG's error in every trial, which happens if a regressor
	// keeps no feature. They would repeat one row, so only their names are listed.
	Equal []string
}

// Control reports whether the section has the controls.
func (s section) Control() bool { return s.Regressor == control }

// row is one approach with one regressor.
type row struct {
	*experiment.Result
	Verdict verdict
	Change  float64 // of the mean error relative to CBG's, -0.1 for 10% less
	Best    bool    // the lowest mean error of its section
}

func newView(d *experiment.DatasetReport) view {
	v := view{DatasetReport: d, tests: d.Tests()}
	if v.tests.CBG >= 0 {
		v.CBG = &d.Results[v.tests.CBG]
	}
	at := map[string]int{}
	add := func(k int) {
		r := &d.Results[k]
		i, ok := at[r.Regressor]
		if !ok {
			i = len(v.Sections)
			at[r.Regressor] = i
			v.Sections = append(v.Sections, section{Regressor: r.Regressor, Unit: unitOf(d)})
		}
		s := &v.Sections[i]
		verdict := verdictOn(d, v.tests, k)
		if verdict == equal && !s.Control() {
			s.Equal = append(s.Equal, r.Approach)
			return
		}
		s.Rows = append(s.Rows, row{Result: r, Verdict: verdict, Change: change(r, v.CBG)})
	}
	for _, rank := range []int{0, 1, 2} {
		for i := range d.Results {
			if rankOf(d.Results[i].Approach, d.Results[i].Regressor) == rank {
				add(i)
			}
		}
	}
	v.markBest()
	return v
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
// regressor's only approach is marked if nothing is better with any regressor.
func (v *view) markBest() {
	lowest, rows := math.Inf(1), 0
	for _, s := range v.Sections {
		if s.Control() {
			continue
		}
		rows += len(s.Rows)
		for _, r := range s.Rows {
			if defined(r.RMSEMean) {
				lowest = min(lowest, r.RMSEMean)
			}
		}
	}
	for i := range v.Sections {
		s := &v.Sections[i]
		if len(s.Rows) == 1 && len(s.Equal) == 0 && !s.Control() {
			s.Rows[0].Best = rows > 1 && s.Rows[0].RMSEMean <= lowest
			continue
		}
		s.markBest()
	}
}

// markBest marks the row of the section with the lowest mean error.
func (s *section) markBest() {
	if s.Control() {
		return
	}
	best := -1
	for i := range s.Rows {
		if x := s.Rows[i].RMSEMean; defined(x) && (best < 0 || x < s.Rows[best].RMSEMean) {
			best = i
		}
	}
	// If others equal CBG, a row above it is not the best.
	if best >= 0 && (len(s.Equal) == 0 || s.Rows[best].Verdict != noBetter) {
		s.Rows[best].Best = true
	}
}

// change returns the relative change of the mean error from CBG's, NaN if it is undefined.
func change(r, cbg *experiment.Result) float64 {
	if cbg == nil || r == cbg || !defined(r.RMSEMean) || !(cbg.RMSEMean > 0) {
		return math.NaN()
	}
	return r.RMSEMean/cbg.RMSEMean - 1
}

// views arranges all data sets of a report.
func views(r *experiment.Report) []view {
	list := make([]view, len(r.Datasets))
	for i := range r.Datasets {
		list[i] = newView(&r.Datasets[i])
		for k := range list[i].Sections {
			if s := &list[i].Sections[k]; s.Regressor == "lasso" {
				s.Alpha = r.Alpha
			}
		}
	}
	return list
}

// approaches lists the approaches of a report without duplicates.
func approaches(r *experiment.Report) []string {
	var names []string
	seen := map[string]bool{}
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			if !seen[res.Approach] {
				seen[res.Approach] = true
				names = append(names, res.Approach)
			}
		}
	}
	return names
}

// verdict returns the verdict of a result's row. A result without a row equals CBG.
func (v *view) verdict(r *experiment.Result) verdict {
	for _, s := range v.Sections {
		for _, row := range s.Rows {
			if row.Result == r {
				return row.Verdict
			}
		}
	}
	return equal
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
