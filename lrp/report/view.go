package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
)

// view arranges a data set's results: the controls first, then one section per regressor, in the
// order of the results.
type view struct {
	*experiment.DatasetReport
	CBG      *experiment.Result // nil if it was not evaluated
	Sections []section
}

// section has the results of one regressor on one data set.
type section struct {
	Regressor string
	Unit      unit
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
	v := view{DatasetReport: d}
	for i := range d.Results {
		if d.Results[i].Approach == baseline && d.Results[i].Regressor == control {
			v.CBG = &d.Results[i]
			break
		}
	}
	at := map[string]int{}
	add := func(r *experiment.Result) {
		i, ok := at[r.Regressor]
		if !ok {
			i = len(v.Sections)
			at[r.Regressor] = i
			v.Sections = append(v.Sections, section{Regressor: r.Regressor, Unit: unitOf(d)})
		}
		s := &v.Sections[i]
		verdict := judge(r, v.CBG, d)
		if verdict == equal && !s.Control() {
			s.Equal = append(s.Equal, r.Approach)
			return
		}
		s.Rows = append(s.Rows, row{Result: r, Verdict: verdict, Change: change(r, v.CBG)})
	}
	for _, controls := range []bool{true, false} {
		for i := range d.Results {
			if r := &d.Results[i]; (r.Regressor == control) == controls {
				add(r)
			}
		}
	}
	v.markBest()
	return v
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
