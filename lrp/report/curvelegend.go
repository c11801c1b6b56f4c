package report

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// legend explains lines and bands, and names the curves that have no label.
func (f *curves) legend(c draw.Canvas, x, y, room vg.Length) {
	label := style(9, ink, text.XLeft, text.YCenter)
	a := plotArea{Canvas: c, top: 1}
	left := x
	entry := func(swatch func(x0, x1 vg.Length), s string) {
		swatch(x, x+16)
		c.FillText(label, vg.Point{X: x + 21, Y: y}, s)
		x += 21 + label.Width(s) + 18
	}
	entry(func(x0, x1 vg.Length) {
		a.box(x0, x1, y-4.5, y+4.5, translucent{NRGBA: seriesColor(0)})
		a.segment(seriesColor(0), 1.75, x0, y, x1, y)
	}, f.bands())
	if slices.ContainsFunc(f.views, func(v curveView) bool { return v.CBG != nil }) {
		entry(func(x0, x1 vg.Length) { a.segment(ink, 1.25, x0, y, x1, y, 4, 3) },
			"CBG, the constant best guess")
	}
	if s := f.note(); s != "" {
		c.FillText(style(9, muted, text.XLeft, text.YCenter), vg.Point{X: x, Y: y}, s)
	}
	for i, s := range f.greys(room) {
		c.FillText(style(9, muted, text.XLeft, text.YCenter),
			vg.Point{X: left, Y: y - 16 - 12*vg.Length(i)}, s)
	}
}

// maxBands is the number of curves with a band, since overlapping ones are hard to read.
const maxBands = 3

// bands explains the bands and names the curves that have one, unless all have.
func (f *curves) bands() string {
	s := "mean ±1 sd over " + counted(f.trials, "trial")
	if len(f.shown) <= maxBands {
		return s
	}
	var names []string
	for _, c := range f.shown[:maxBands] {
		names = append(names, f.name(c))
	}
	return s + " (bands for " + clean(listed(names)) + " alone)"
}

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

// greys wraps grey to the given width.
func (f *curves) greys(room vg.Length) []string {
	s := f.grey()
	if s == "" {
		return nil
	}
	sty := style(9, muted, text.XLeft, text.YCenter)
	columns := width(s)
	for columns > 20 &&
		slices.ContainsFunc(wrap(s, columns), func(l string) bool { return sty.Width(l) > room }) {
		columns--
	}
	return wrap(s, columns)
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
