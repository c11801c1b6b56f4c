package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// curveName identifies a curve in all data sets.
type curveName struct{ approach, regressor string }

// candidate is a curve that may be drawn in colour.
type candidate struct {
	curveName
	kind  kind
	score float64 // mean over the data sets of the final error relative to CBG's
	n     int     // number of data sets
	lead  bool    // the best curve of a learner or a combination
}

// maxColored is the number of curves in colour. More are hard to follow.
const maxColored = 5

// choose selects the curves to be drawn in colour, for all panels alike: first the best curve of
// each learner and of each combination of features, then those that end lowest.
func (f *curves) choose(opts Options) {
	list, regressors, drawn := f.candidates(opts)
	for _, name := range regressors {
		if !drawn[name] {
			f.absent = append(f.absent, name)
		}
	}
	f.single = len(drawn) <= 1
	var rest []curveName
	colored := map[string]bool{} // regressors with a curve in colour
	for _, c := range list {
		// Without a lead, a curve that ends no better than CBG is not worth a colour.
		if len(f.shown) < maxColored && (c.lead || c.score < 1-tolerance) {
			f.shown = append(f.shown, c.curveName)
			colored[c.regressor] = true
		} else {
			rest = append(rest, c.curveName)
		}
	}
	for _, regressor := range regressors {
		if s := f.describeGrey(rest, regressor, colored[regressor]); s != "" {
			f.others = append(f.others, s)
		}
	}
}

// candidates returns all curves with the most important first, the regressors in their order, and
// those of which a curve is drawn.
func (f *curves) candidates(
	opts Options,
) (list []candidate, regressors []string, drawn map[string]bool) {
	drawn = map[string]bool{}
	for _, v := range f.views {
		for _, s := range v.Sections {
			if s.Control() {
				continue
			}
			if !slices.Contains(regressors, s.Regressor) {
				regressors = append(regressors, s.Regressor)
			}
			for _, r := range s.Rows {
				drawn[s.Regressor] = true
				name := curveName{r.Approach, r.Regressor}
				k := slices.IndexFunc(list, func(c candidate) bool { return c.curveName == name })
				if k < 0 {
					k = len(list)
					list = append(list,
						candidate{curveName: name, kind: opts.kind(r.Approach, r.Regressor)})
				}
				list[k].score += v.finalScore(r.Result)
				list[k].n++
			}
		}
	}
	for i := range list {
		list[i].score /= float64(list[i].n)
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	led := map[string]bool{}
	for i := range list {
		c := &list[i]
		c.lead = c.kind != single && !led[c.approach]
		led[c.approach] = true
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.rank(), a.rank()) })
	return list, regressors, drawn
}

// rank orders candidates before their score does.
func (c candidate) rank() kind {
	if c.lead {
		return c.kind
	}
	return single
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
