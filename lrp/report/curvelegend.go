package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// legend adds a line for each curve in colour and for CBG, with its last error, the worst first as
// in the figure from top to bottom, and names the grey curves.
func (f *curves) legend(k *block, v *curveView) {
	type entry struct {
		last   float64
		text   string
		swatch func(a plotArea, x0, x1, y vg.Length)
		judge  bool
	}
	var list []entry
	put := func(r *experiment.CurveResult, name string, swatch func(a plotArea, x0, x1, y vg.Length)) {
		last := r.Points[len(r.Points)-1].Result.RMSEMean
		list = append(list, entry{last, name + ": " + short(last), swatch, false})
	}
	f.each(v, func(r *experiment.CurveResult, rank int) {
		if rank >= 0 {
			put(r, f.longName(curveName{r.Approach, r.Regressor}),
				func(a plotArea, x0, x1, y vg.Length) {
					a.StrokeLine2(figure.Line(rank, 2), x0, y, x1, y)
					figure.Marker(a.Canvas, rank, vg.Point{X: (x0 + x1) / 2, Y: y})
				})
		}
	})
	if v.CBG != nil && len(v.CBG.Points) > 0 {
		put(v.CBG, f.opts.spelledOut(baseline), func(a plotArea, x0, x1, y vg.Length) {
			a.segment(ink, 1.5, x0, y, x1, y, baselineDashes...)
		})
	}
	if v.JudgeRMSE > 0 {
		list = append(list, entry{v.JudgeRMSE, judgeName + ": " + short(v.JudgeRMSE),
			func(a plotArea, x0, x1, y vg.Length) {
				a.segment(muted, 1.5, x0, y, x1, y, judgeDashes...)
			}, true})
	}
	slices.SortStableFunc(list, func(p, q entry) int { return cmp.Compare(q.last, p.last) })
	best := math.Inf(1)
	for _, e := range list {
		if !e.judge {
			best = math.Min(best, e.last)
		}
	}
	for _, e := range list {
		sty := style(typeSize, ink, text.XLeft, text.YCenter)
		if e.last == best && !e.judge && len(list) > 1 {
			sty = strong(sty)
		}
		k.Reserve(lineHeight+1, func(c draw.Canvas, top vg.Length) {
			y := top - lineHeight/2
			e.swatch(plotArea{Canvas: c, top: 1}, c.Min.X, c.Min.X+36, y)
			c.FillText(sty, vg.Point{X: c.Min.X + 44, Y: y + 1}, fit(sty, e.text, panelWidth-44))
		})
	}
	if g := f.grey(); g != "" {
		k.Reserve(2, nil)
		k.Add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, capitalized(g)+".")
	}
}

// longName spells out a curve's name.
func (f *curves) longName(c curveName) string {
	s := f.opts.spelledOut(c.approach)
	if c.regressor == control || strings.EqualFold(c.approach, c.regressor) {
		return s
	}
	return s + " by " + regressorName(c.regressor)
}

// maxBands is the number of curves with a band, since overlapping ones are hard to read.
const maxBands = 3

// note says what the figure does not show.
func (f *curves) note() string {
	var notes []string
	if len(f.absent) > 0 {
		notes = append(notes, clean(listed(f.absent))+" = CBG, not drawn")
	}
	if f.cut {
		notes = append(notes, "curves that leave the top go on above it")
	}
	return strings.Join(notes, "; ")
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
	for i := range f.views {
		v := &f.views[i]
		for k := range v.Results {
			r := &v.Results[k]
			visible := func(p experiment.CurvePoint) bool { return p.Result.RMSEMean <= f.top }
			if r.Regressor == control && r != v.CBG && !slices.Contains(names, r.Approach) &&
				slices.ContainsFunc(r.Points, visible) {
				names = append(names, r.Approach)
			}
		}
	}
	return names
}
