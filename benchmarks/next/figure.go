package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// writeFigure draws the errors by the number of decisions, a panel for each data set.
func writeFigure(w io.Writer, name string, results []*result) error {
	heading := figure.Heading("Error of all totals by the number of decisions", "Root mean square error on "+
		"a total from 0 to 1: lower is better. A decision grades an answer of one respondent, or a group "+
		"of equal and nearly equal answers at once.")
	var panels []*figure.Block
	for _, r := range results {
		panels = append(panels, r.panel())
	}
	legend(panels[len(panels)-1])
	d := figure.Stack(heading, panels...)
	if filepath.Ext(name) == ".svg" {
		return d.WriteSVG(w)
	}
	return d.WritePNG(w)
}

// lines are the styles of the orders.
var lines = []draw.LineStyle{figure.Line(0, 2.5), figure.Line(1, 1.75),
	{Color: figure.Grey, Width: 1.5, Dashes: []vg.Length{1.5, 2.5}},
	{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{5, 4}}}

// from is the number of decisions from which curves are drawn.
const from = 20

func (r *result) panel() *figure.Block {
	k := &figure.Block{}
	k.Add(figure.Strong(figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YTop)),
		figure.LineHeight, fmt.Sprintf("%s: %d × %d, %d answers in %d groups", r.name, r.respondents,
			r.questions, r.answers, r.groups))
	k.Add(figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YTop), figure.LineHeight,
		"error (RMSE)")
	const height = 220
	k.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Max.X, Y: top}}
		r.draw(draw.Crop(c, 34, -8, 40, -8))
	})
	return k
}

// legend names the lines, which are the same in all panels.
func legend(k *figure.Block) {
	k.Reserve(4, nil)
	for i, o := range orders {
		k.Reserve(figure.LineHeight+1, func(c draw.Canvas, top vg.Length) {
			y := top - figure.LineHeight/2
			c.StrokeLine2(lines[i], c.Min.X, y, c.Min.X+36, y)
			sty := figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YCenter)
			if i == 0 {
				sty = figure.Strong(sty)
			}
			c.FillText(sty, vg.Point{X: c.Min.X + 44, Y: y + 1}, o.name)
		})
	}
}

func (r *result) draw(c draw.Canvas) {
	first := slices.IndexFunc(r.sizes, func(n int) bool { return n >= from })
	if first < 0 {
		return
	}
	top := 0.0
	for _, errors := range r.errors {
		top = max(top, slices.Max(errors[first:]))
	}
	top = figure.UpTo(top)
	last := float64(r.sizes[len(r.sizes)-1])
	at := func(n, e float64) vg.Point {
		return vg.Point{X: c.Min.X + vg.Length(n/last)*(c.Max.X-c.Min.X),
			Y: c.Min.Y + vg.Length(e/top)*(c.Max.Y-c.Min.Y)}
	}
	values, decimals := figure.Ticks(top)
	for _, e := range values {
		p := at(0, e)
		c.StrokeLine2(draw.LineStyle{Color: figure.Rule, Width: .75}, p.X, p.Y, c.Max.X, p.Y)
		c.FillText(figure.Style(12, figure.Muted, text.XRight, text.YCenter),
			vg.Point{X: p.X - 5, Y: p.Y + .8}, fmt.Sprintf("%.*f", decimals, e)[min(1, decimals):])
	}
	values, _ = figure.Ticks(last)
	for _, n := range values {
		if n != math.Trunc(n) {
			continue
		}
		p := at(n, 0)
		c.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, p.X, p.Y, p.X, p.Y-3)
		c.FillText(figure.Style(12, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: p.X, Y: p.Y - 5}, fmt.Sprintf("%.0f", n))
	}
	c.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, c.Min.X, c.Min.Y, c.Max.X, c.Min.Y)
	c.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XRight, text.YTop),
		vg.Point{X: c.Max.X, Y: c.Min.Y - 22}, "decisions")
	for i := len(orders) - 1; i >= 0; i-- {
		var points []vg.Point
		for k := first; k < len(r.sizes); k++ {
			points = append(points, at(float64(r.sizes[k]), r.errors[i][k]))
		}
		c.StrokeLines(lines[i], points)
	}
}
