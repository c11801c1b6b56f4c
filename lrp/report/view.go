package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
)

// view is a data set's results arranged for reading: the controls first, then a section for
// each regressor, in the order in which they come.
type view struct {
	*experiment.DatasetReport
	CBG      *experiment.Result // nil where it was not among the approaches
	Sections []section
}

// section is what one regressor did on one data set.
type section struct {
	Regressor string
	Unit      unit
	Rows      []row
	// Equal are the approaches that had CBG's error in every trial, as a regressor has
	// that keeps no feature. They would repeat one row, so they are listed by name only.
	Equal []string
}

// Control reports whether the section is that of the controls.
func (s section) Control() bool { return s.Regressor == control }

// row is one approach with one regressor.
type row struct {
	*experiment.Result
	Verdict verdict
	Change  float64 // the mean error against CBG's, -0.1 for a tenth less
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

// markBest marks in each section the row with the lowest mean error. The controls have no best. Where a regressor was used
// with one approach alone, that is the best if nothing is better with any regressor.
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
	// Where others equal CBG, a row that is above it is not the best.
	if best >= 0 && (len(s.Equal) == 0 || s.Rows[best].Verdict != noBetter) {
		s.Rows[best].Best = true
	}
}

// change is the mean error relative to CBG's, NaN where that makes no sense.
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

// approaches lists the approaches of a report, each once, in the order in which they come.
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

// verdict is that of a result's row; what has none equals CBG.
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
