package main

import (
	"fmt"
	"io"
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

// lines holds the line styles of the orders.
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
	k.Caption("error (RMSE)")
	k.Area(220, 34, 8, 40, r.draw)
	return k
}

// legend names the lines, which are the same in all panels.
func legend(k *figure.Block) {
	k.Reserve(4, nil)
	for i, o := range orders {
		k.Legend(lines[i], o.name, i == 0)
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
	p := figure.Panel{Canvas: c, Right: float64(r.sizes[len(r.sizes)-1]), Top: figure.UpTo(top)}
	p.Axes("decisions", true)
	for i := len(orders) - 1; i >= 0; i-- {
		p.Curve(lines[i], len(r.sizes)-first, func(k int) (x, y float64) {
			return float64(r.sizes[first+k]), r.errors[i][first+k]
		})
	}
}
