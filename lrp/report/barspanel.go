package report

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// draw draws a data set's panel.
func (b *bars) draw(c draw.Canvas, v *view, title, under string) {
	slots := vg.Length(max(1, len(b.approaches)))
	slot := (c.Max.X - c.Min.X - 30 - 44) / slots
	label := style(9, ink, text.XCenter, text.YTop)
	bottom, slanted := vg.Length(18), false
	for _, name := range b.approaches {
		if label.Width(clean(name)) > slot-2 {
			bottom, slanted = 62, true
		}
	}
	a := frame(c, title, under, b.top, false, 44, bottom)
	var labels []func() // drawn over the line of CBG
	for i, name := range b.approaches {
		mid := a.Min.X + slot*(vg.Length(i)+.5)
		labels = append(labels, b.group(a, v, name, mid, slot)...)
		if slanted {
			s := style(9, ink, text.XRight, text.YCenter)
			s.Rotation = math.Pi / 4
			c.FillText(s, vg.Point{X: mid, Y: a.Min.Y - 8}, fit(s, name, 72))
		} else {
			c.FillText(label, vg.Point{X: mid, Y: a.Min.Y - 5}, clean(name))
		}
	}
	a.floor()
	if len(v.Results) == 0 {
		a.note("no results")
	}
	if v.CBG != nil && defined(v.CBG.RMSEMean) {
		y := a.y(v.CBG.RMSEMean)
		a.segment(ink, 1, a.Min.X, y, a.Max.X, y, 4, 3)
		c.FillText(style(8.5, ink, text.XLeft, text.YCenter), vg.Point{X: a.Max.X + 4, Y: y},
			"CBG "+short(v.CBG.RMSEMean))
	}
	for _, draw := range labels {
		draw()
	}
}

// group draws an approach's bars, one for each regressor that it was used with, centred at mid. It
// returns functions that draw their error bars and values, which go on top of everything.
func (b *bars) group(a plotArea, v *view, approach string, mid, slot vg.Length) (labels []func()) {
	type bar struct {
		result  *experiment.Result
		color   color.NRGBA
		verdict verdict
	}
	var list []bar
	for _, regressor := range append([]string{control}, b.regressors...) {
		for i := range v.Results {
			r := &v.Results[i]
			if r.Approach == approach && r.Regressor == regressor && defined(r.RMSEMean) {
				verdict := v.verdict(r)
				if verdict != equal || regressor == control {
					list = append(list, bar{r, b.color(regressor), verdict})
				}
				break
			}
		}
	}
	wide := min(slot*.74/vg.Length(max(1, len(list))), 40)
	if len(list) > 1 {
		wide = slot * .84 / vg.Length(len(list))
	}
	for i, bar := range list {
		x := mid + wide*(vg.Length(i)-vg.Length(len(list))/2)
		col := bar.color
		if bar.verdict.dim() && bar.result.Regressor != control {
			col = pale(col)
		}
		gap := min(.6, wide/8)
		mean := bar.result.RMSEMean
		lo, hi := whiskers(bar.result, v.DatasetReport)
		a.box(x+gap, x+wide-gap, a.Min.Y, a.y(mean), col)
		labels = append(labels,
			func() { a.label(mean, lo, hi, x+wide/2, wide, max(wide, (slot-2)/vg.Length(len(list)))) })
	}
	return labels
}

// label draws the error bar of a bar centred at x and, if it fits, its value.
func (a plotArea) label(mean, lo, hi float64, x, wide, room vg.Length) {
	over := a.y(mean)
	if lo < hi {
		a.whisker(x, a.y(lo), a.y(hi), min(3, wide/4))
		over = a.y(hi)
	}
	sty := style(8, ink, text.XCenter, text.YBottom)
	value := short(mean)
	half := sty.Width(value) / 2
	if 2*half < room {
		a.box(x-half-1.5, x+half+1.5, over+2, over+9.5,
			paper) // keeps lines from crossing the digits
		a.FillText(sty, vg.Point{X: x, Y: over + 1.5}, value)
	}
}

// whisker draws an error bar.
func (a plotArea) whisker(x, y0, y1, half vg.Length) {
	a.segment(ink, 1, x, y0, x, y1)
	a.segment(ink, 1, x-half, y0, x+half, y0)
	a.segment(ink, 1, x-half, y1, x+half, y1)
}

// short formats an error without the leading zero, as in the thesis.
func short(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.3g", x)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")
}
