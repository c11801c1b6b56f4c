package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// curveName identifies a curve in all data sets.
type curveName struct{ approach, regressor string }

// maxColored is the number of curves in colour. More are hard to follow.
const maxColored = 5

// choose selects the curves to be drawn in colour, for all panels alike: those that end lowest in
// relation to CBG, of each approach the one with its best regressor.
func (f *curves) choose() {
	score, n := map[curveName]float64{}, map[curveName]float64{}
	var list []curveName
	var regressors []string
	drawn, colored, led := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range f.views {
		for _, s := range v.Sections {
			if !s.Control() && !slices.Contains(regressors, s.Regressor) {
				regressors = append(regressors, s.Regressor)
			}
			for _, r := range s.Rows {
				if name := (curveName{r.Approach, r.Regressor}); !s.Control() {
					if n[name]++; n[name] == 1 {
						list = append(list, name)
					}
					score[name] += v.finalScore(r.Result)
					drawn[s.Regressor] = true
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b curveName) int { return cmp.Compare(score[a]/n[a], score[b]/n[b]) })
	f.single = len(drawn) <= 1
	var rest []curveName
	for _, name := range list {
		if len(f.shown) < maxColored && !led[name.approach] {
			f.shown = append(f.shown, name)
			colored[name.regressor], led[name.approach] = true, true
		} else {
			rest = append(rest, name)
		}
	}
	for _, name := range regressors {
		if !drawn[name] {
			f.absent = append(f.absent, name)
		}
		if s := f.describeGrey(rest, name, colored[name]); s != "" {
			f.others = append(f.others, s)
		}
	}
}

// finalScore returns the last error of a curve relative to CBG's at the same size, or as it is if
// CBG was not evaluated.
func (v *view) finalScore(r *experiment.Result) float64 {
	if v.CBG != nil && v.CBG.RMSEMean > 0 {
		return r.RMSEMean / v.CBG.RMSEMean
	}
	return r.RMSEMean
}

// describeGrey names the grey curves of a regressor, "" if there are none.
func (f *curves) describeGrey(rest []curveName, regressor string, colored bool) string {
	var names []string
	for _, c := range rest {
		if c.regressor == regressor {
			names = append(names, c.approach)
		}
	}
	slices.Sort(names)
	switch {
	case len(names) == 0:
		return ""
	case f.single:
		return strings.Join(names, ", ")
	case len(names) > 1 && !colored:
		return "all with " + regressor
	}
	return strings.Join(names, ", ") + " with " + regressor
}

// name returns the label of a curve.
func (f *curves) name(c curveName) string {
	if f.single || c.regressor == control || strings.EqualFold(c.approach, c.regressor) {
		return c.approach
	}
	return c.approach + " " + c.regressor
}

// longName spells out a curve's name.
func (f *curves) longName(c curveName) string {
	s := f.opts.spelledOut(c.approach)
	if c.regressor == control || strings.EqualFold(c.approach, c.regressor) {
		return s
	}
	return s + " by " + regressorName(c.regressor)
}

// grey names the grey curves.
func (f *curves) grey() string {
	list := append(slices.Clone(f.others), f.visibleControls()...)
	if len(list) == 0 {
		return ""
	}
	return "grey: " + clean(strings.Join(list, "; "))
}

// visibleControls names the controls other than CBG that are partly within the scale.
func (f *curves) visibleControls() []string {
	var names []string
	for _, v := range f.views {
		for _, r := range v.whole.Results {
			if r.Regressor == control && r.Approach != baseline && r.RMSEMean <= f.top &&
				!slices.Contains(names, r.Approach) {
				names = append(names, r.Approach)
			}
		}
	}
	return names
}
