package report

import (
	"cmp"
	"image/color"
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
	for i := range f.views {
		v := &f.views[i]
		for _, s := range v.Sections {
			if s.Control() {
				continue
			}
			if !slices.Contains(regressors, s.Regressor) {
				regressors = append(regressors, s.Regressor)
			}
			for _, c := range s.Curves {
				if len(c.Points) == 0 {
					continue
				}
				drawn[s.Regressor] = true
				name := curveName{c.Approach, c.Regressor}
				k := slices.IndexFunc(list, func(c candidate) bool { return c.curveName == name })
				if k < 0 {
					k = len(list)
					list = append(list,
						candidate{curveName: name, kind: opts.kind(c.Approach, c.Regressor)})
				}
				list[k].score += v.finalScore(c)
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
func (v *curveView) finalScore(c *experiment.CurveResult) float64 {
	last := c.Points[len(c.Points)-1]
	if v.CBG != nil {
		if p := v.CBG.At(last.Size); p != nil && p.RMSEMean > 0 {
			return last.Result.RMSEMean / p.RMSEMean
		}
	}
	return last.Result.RMSEMean
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
		return listed(names)
	case len(names) > 1 && !colored:
		return "all with " + regressor
	}
	return listed(names) + " with " + regressor
}

// name returns the label of a curve.
func (f *curves) name(c curveName) string {
	if f.single || c.regressor == control || strings.EqualFold(c.approach, c.regressor) {
		return c.approach
	}
	return c.approach + " " + c.regressor
}

// color returns a curve's colour, and whether it is shown in colour.
func (f *curves) color(c *experiment.CurveResult) (color.NRGBA, bool) {
	if i := slices.Index(f.shown, curveName{c.Approach, c.Regressor}); i >= 0 {
		return seriesColor(i), true
	}
	return grey, false
}
