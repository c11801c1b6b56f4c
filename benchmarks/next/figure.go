package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot/plotter"
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
		panels = append(panels, r.panel(len(panels) == len(results)-1))
	}
	d := figure.Stack(heading, panels...)
	if filepath.Ext(name) == ".svg" {
		return d.WriteSVG(w)
	}
	return d.WritePNG(w)
}

// lines holds the line styles of the orders.
var lines = []draw.LineStyle{figure.Line(0, 2.5), figure.Line(1, 1.75),
	{Color: figure.Grey, Width: 1.5, Dashes: []vg.Length{1.5, 2.5}},
	{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{5, 4}}}

// from is the number of decisions from which curves are drawn.
const from = 20

// panel draws the curves of a data set, the first order on top. The key is the same in all panels.
func (r *result) panel(key bool) *figure.Block {
	k := figure.Panel(fmt.Sprintf("%s: %d × %d, %d answers in %d groups", r.name, r.respondents,
		r.questions, r.answers, r.groups), "error (RMSE)")
	p := figure.NewPlot("decisions", "")
	p.Grid()
	if first := slices.IndexFunc(r.sizes, func(n int) bool { return n >= from }); first >= 0 {
		drawn := make([]*plotter.Line, len(orders))
		for i := range slices.Backward(orders) {
			drawn[i] = p.Curve(lines[i], figure.Points(len(r.sizes)-first, func(k int) (x, y float64) {
				return float64(r.sizes[first+k]), r.errors[i][first+k]
			}))
		}
		for i, o := range orders {
			p.Key(o.name, drawn[i])
		}
		top := 0.0
		for _, errors := range r.errors {
			top = max(top, slices.Max(errors[first:]))
		}
		figure.Range(&p.Y, 0, figure.UpTo(top))
	}
	figure.Range(&p.X, 0, float64(r.sizes[len(r.sizes)-1]))
	k.Plot(p, 220)
	if key {
		k.Reserve(4, nil)
		k.Key(p)
	}
	return k
}
