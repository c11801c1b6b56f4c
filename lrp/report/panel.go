package report

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fit truncates s to the given width.
func fit(sty text.Style, s string, room vg.Length) string {
	s = clean(s)
	for n := width(s); n > 2 && sty.Width(s) > room; {
		n--
		s = snip(s, n)
	}
	return s
}

// plotArea is the data area of a panel, whose height stands for values from 0 to top.
type plotArea struct {
	draw.Canvas
	top float64
}

// y returns the height of a value, at most the top.
func (a plotArea) y(value float64) vg.Length {
	return a.Min.Y + vg.Length(min(max(value/a.top, 0), 1))*(a.Max.Y-a.Min.Y)
}

func (a plotArea) box(x0, x1 vg.Length, y0, y1 vg.Length, c color.Color) {
	a.FillPolygon(c, []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
}

func (a plotArea) segment(
	c color.Color, w vg.Length, x0, y0, x1, y1 vg.Length, dashes ...vg.Length,
) {
	a.StrokeLine2(draw.LineStyle{Color: c, Width: w, Dashes: dashes}, x0, y0, x1, y1)
}

// levels draws the vertical scale.
func (a plotArea) levels(percent bool) {
	values, decimals := ticks(a.top)
	label := style(12, muted, text.XRight, text.YCenter)
	for _, v := range values {
		y := a.y(v)
		a.segment(rule, .75, a.Min.X, y, a.Max.X, y)
		s := fmt.Sprintf("%.*f", decimals, v)
		if percent {
			s = fmt.Sprintf("%.*f%%", max(0, decimals-2), 100*v)
		}
		a.FillText(label, vg.Point{X: a.Min.X - 5, Y: y + .8}, s)
	}
}

// floor draws the horizontal axis on top of the data.
func (a plotArea) floor() { a.segment(muted, 1, a.Min.X, a.Min.Y, a.Max.X, a.Min.Y) }

// note writes a sentence in the middle of an empty area.
func (a plotArea) note(s string) {
	a.FillText(style(typeSize, muted, text.XCenter, text.YCenter), a.Center(), s)
}
