package report

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/lrp/experiment"
)

// curveView arranges a data set's curves in the order of [view].
type curveView struct {
	*experiment.CurveDataset
	CBG      *experiment.CurveResult // nil if it was not evaluated
	Sections []curveSection
	lowest   map[int]float64 // error by size, for sizes with several errors
}

type curveSection struct {
	Regressor string
	Curves    []*experiment.CurveResult
	// Equal lists the approaches with CBG's error in every trial at every size of theirs.
	Equal []string
}

// Control reports whether the section has the controls.
func (s curveSection) Control() bool { return s.Regressor == control }

func newCurveView(d *experiment.CurveDataset) curveView {
	v := curveView{CurveDataset: d, lowest: map[int]float64{}}
	for i := range d.Results {
		if d.Results[i].Approach == baseline && d.Results[i].Regressor == control {
			v.CBG = &d.Results[i]
			break
		}
	}
	for _, rank := range []int{0, 1, 2} {
		for i := range d.Results {
			if r := &d.Results[i]; rankOf(r.Approach, r.Regressor) == rank {
				v.add(r)
			}
		}
	}
	for _, size := range d.Sizes {
		several := 0
		for i := range d.Results {
			if p := d.Results[i].At(size); p != nil && defined(p.RMSEMean) {
				if lowest, ok := v.lowest[size]; !ok || p.RMSEMean < lowest {
					v.lowest[size] = p.RMSEMean
				}
				several++
			}
		}
		if several < 2 {
			delete(v.lowest, size)
		}
	}
	return v
}

func (v *curveView) add(r *experiment.CurveResult) {
	i := slices.IndexFunc(v.Sections,
		func(s curveSection) bool { return s.Regressor == r.Regressor })
	if i < 0 {
		i = len(v.Sections)
		v.Sections = append(v.Sections, curveSection{Regressor: r.Regressor})
	}
	s := &v.Sections[i]
	if r != v.CBG && !s.Control() && v.asCBG(r) {
		s.Equal = append(s.Equal, r.Approach)
		return
	}
	s.Curves = append(s.Curves, r)
}

// asCBG reports whether a curve equals CBG's at all of its sizes.
func (v *curveView) asCBG(r *experiment.CurveResult) bool {
	if v.CBG == nil || len(r.Points) == 0 {
		return false
	}
	for i := range r.Points {
		if p := v.CBG.At(r.Points[i].Size); p == nil || !r.Points[i].Result.SameErrors(p) {
			return false
		}
	}
	return true
}

// Best reports whether a curve has the lowest error of a size, up to rounding.
func (v *curveView) Best(r *experiment.CurveResult, size int) bool {
	p := r.At(size)
	lowest, ok := v.lowest[size]
	return ok && p != nil && p.RMSEMean <= lowest+tolerance
}

func curveViews(r *experiment.CurveReport) []curveView {
	list := make([]curveView, len(r.Datasets))
	for i := range r.Datasets {
		list[i] = newCurveView(&r.Datasets[i])
	}
	return list
}

// plainReport returns a report with the settings, data sets and approaches of a curve's report.
func plainReport(r *experiment.CurveReport) *experiment.Report {
	e := &experiment.Report{Settings: r.Settings}
	for _, d := range r.Datasets {
		set := experiment.DatasetReport{Dataset: d.Dataset, Warnings: d.Warnings}
		for _, c := range d.Results {
			set.Results = append(set.Results,
				experiment.Result{Approach: c.Approach, Regressor: c.Regressor})
		}
		e.Datasets = append(e.Datasets, set)
	}
	return e
}

// curveSettings describes the curve's settings in one line.
func curveSettings(r *experiment.CurveReport) string {
	parts := []string{
		"Learning curve", counted(r.Trials, "trial"), fmt.Sprintf("seed %d", r.Seed),
		fmt.Sprintf("at most %.4g%% of the respondents to train", 100*r.TrainFraction),
	}
	return listed(slices.Concat(parts, autoSettings(r.Settings), penalty(plainReport(r))))
}

// plain is the data set as in a report without curves.
func (v *curveView) plain() view {
	return view{DatasetReport: &experiment.DatasetReport{Dataset: v.Dataset, Warnings: v.Warnings}}
}

func (v *curveView) facts() string { return v.plain().facts() }

func (s curveSection) equalText() string {
	switch n := len(s.Equal); {
	case n == 0:
		return ""
	case n == 1:
		return "= CBG at every size: " + s.Equal[0]
	case len(s.Curves) == 0:
		return fmt.Sprintf("= CBG at every size: all %d approaches", n)
	}
	return "= CBG at every size: " + listed(s.Equal)
}

// curveKey explains the marks that occur.
func curveKey(list []curveView) [][2]string {
	lines := [][2]string{{"numbers",
		"mean RMSE over the trials, by the number of respondents who were rated; " +
			"their sd and 95% interval are in CSV and JSON"}}
	var best, equals, missing bool
	for _, v := range list {
		best = best || len(v.lowest) > 0
		for _, s := range v.Sections {
			equals = equals || len(s.Equal) > 0
			for _, c := range s.Curves {
				missing = missing || len(c.Points) < len(v.Sizes)
			}
		}
	}
	if best {
		lines = append(lines, [2]string{"*", "lowest mean RMSE of this column"})
	}
	if equals {
		lines = append(lines, [2]string{equal.mark(),
			"the same error as CBG in every trial, as where no feature is left in the model"})
	}
	if missing {
		lines = append(lines,
			[2]string{undefined, "has to be fitted, which takes at least one respondent"})
	}
	return lines
}
