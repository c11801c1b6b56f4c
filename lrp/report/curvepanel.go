package report

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// place returns the positions of sizes on a logarithmic axis from 0 to 1. Size 0 is as far from the
// smallest other size as that is from its double.
func place(sizes []int) func(size int) float64 {
	smallest := 1
	if i := slices.IndexFunc(sizes, func(s int) bool { return s > 0 }); i >= 0 {
		smallest = sizes[i]
	}
	shift := 0.
	if len(sizes) > 0 && sizes[0] == 0 {
		shift = 1
	}
	at := func(size int) float64 {
		if shift == 0 {
			return math.Log2(float64(size) / float64(smallest))
		}
		return math.Log2(1 + float64(size)/float64(smallest))
	}
	end := 0.
	if len(sizes) > 0 {
		end = at(sizes[len(sizes)-1])
	}
	if !(end > 0) {
		return func(int) float64 { return .5 } // one size alone
	}
	return func(size int) float64 { return at(size) / end }
}

// The dashes of the lines without a colour.
var (
	baselineDashes = []vg.Length{5, 4}
	judgeDashes    = []vg.Length{1.5, 3}
)

// Sizes of a panel of curves.
const (
	curveHeight vg.Length = 250
	curveLeft   vg.Length = 34
	curveBottom vg.Length = 40
	curveRight  vg.Length = 46 // room for the codes of the curves
)

// block returns a data set's panel: the curves and the legend below them.
func (f *curves) block(v *curveView, title, under string) *block {
	k := titled(title, under)
	k.Add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, "error (RMSE)")
	k.Reserve(curveHeight, func(c draw.Canvas, top vg.Length) {
		f.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: top - curveHeight},
			Max: vg.Point{X: c.Max.X, Y: top}}}, v)
	})
	k.Reserve(4, nil)
	f.legend(k, v)
	return k
}

// draw draws a data set's curves.
func (f *curves) draw(c draw.Canvas, v *curveView) {
	a := plotArea{Canvas: draw.Crop(c, curveLeft, -curveRight, curveBottom, -8), top: f.top}
	a.levels(false)
	position := place(v.Sizes)
	const inset = 7
	x := func(size int) vg.Length {
		return a.Min.X + inset + vg.Length(position(size))*(a.Max.X-a.Min.X-2*inset)
	}
	f.axis(a, v, x)
	var labels []curveLabel
	// Grey lines lie below the bands, and those below the lines in colour.
	f.each(v, func(r *experiment.CurveResult, rank int) {
		if rank < 0 && r != v.CBG {
			a.line(r, x, draw.LineStyle{Color: grey, Width: .9}, -1)
		}
	})
	f.each(v, func(r *experiment.CurveResult, rank int) {
		if rank >= 0 && rank < maxBands {
			a.shade(r, x, seriesColor(rank))
		}
	})
	if v.JudgeRMSE > 0 && v.JudgeRMSE <= f.top {
		y := a.y(v.JudgeRMSE)
		a.segment(muted, 1.5, a.Min.X, y, a.Max.X, y, judgeDashes...)
	}
	if v.CBG != nil {
		a.dashed(v.CBG, x)
		if len(v.CBG.Points) > 0 {
			labels = append(labels, f.end(a, v.CBG, ink))
		}
	}
	f.each(v, func(r *experiment.CurveResult, rank int) {
		if rank >= 0 {
			a.line(r, x, figure.Line(rank, 2.25), rank)
			labels = append(labels, f.end(a, r, seriesColor(rank)))
		}
	})
	a.floor()
	if len(v.Results) == 0 {
		a.note("no results")
		return
	}
	a.labels(labels)
}

// each calls do with the data set's curves and their index among those in colour, which is -1 for
// grey ones. The most important curves come last, so that they are drawn on top.
func (f *curves) each(v *curveView, do func(r *experiment.CurveResult, rank int)) {
	for i := len(f.shown) - 1; i >= -1; i-- {
		for _, s := range v.Sections {
			for _, r := range s.Curves {
				rank := slices.Index(f.shown, curveName{r.Approach, r.Regressor})
				if len(r.Points) > 0 && rank == i {
					do(r, rank)
				}
			}
		}
	}
}

// axis draws a tick for each size and as many labels as fit, starting with the largest size.
func (f *curves) axis(a plotArea, v *curveView, x func(int) vg.Length) {
	label := style(12, muted, text.XCenter, text.YTop)
	free := a.Max.X + 100
	for i := len(v.Sizes) - 1; i >= 0; i-- {
		size := v.Sizes[i]
		a.segment(rule, .75, x(size), a.Min.Y, x(size), a.Max.Y)
		a.segment(muted, 1, x(size), a.Min.Y, x(size), a.Min.Y-3)
		s := strconv.Itoa(size)
		if half := label.Width(s)/2 + 3; x(size)+half <= free {
			a.FillText(label, vg.Point{X: x(size), Y: a.Min.Y - 5}, s)
			free = x(size) - half
		}
	}
	what := "number of rated respondents"
	if n := len(v.Sizes); n > 0 && v.Sizes[n-1] == v.Train && v.Train > 0 {
		what += " (" + strconv.Itoa(v.Train) + " = all)"
	}
	a.FillText(style(typeSize, muted, text.XRight, text.YTop),
		vg.Point{X: a.Max.X + curveRight, Y: a.Min.Y - 21}, what)
}

// points returns the vertices of a curve, not clipped at the top.
func (a plotArea) points(
	r *experiment.CurveResult, x func(int) vg.Length, value func(*experiment.Result) float64,
) []vg.Point {
	var list []vg.Point
	for i := range r.Points {
		p := &r.Points[i]
		if defined(p.Result.RMSEMean) {
			y := a.Min.Y + vg.Length(value(&p.Result)/a.top)*(a.Max.Y-a.Min.Y)
			list = append(list, vg.Point{X: x(p.Size), Y: y})
		}
	}
	return list
}

func mean(p *experiment.Result) float64 { return p.RMSEMean }

// line draws a curve, with markers if it is in colour.
func (a plotArea) line(
	r *experiment.CurveResult, x func(int) vg.Length, sty draw.LineStyle, rank int,
) {
	points := a.points(r, x, mean)
	for _, l := range a.ClipLinesXY(points) {
		a.StrokeLines(sty, l)
	}
	for _, p := range points {
		switch {
		case p.Y > a.Max.Y:
		case rank >= 0:
			figure.Marker(a.Canvas, rank, p)
		case len(points) == 1:
			a.box(p.X-2, p.X+2, p.Y-2, p.Y+2, sty.Color)
		}
	}
}

func (a plotArea) dashed(r *experiment.CurveResult, x func(int) vg.Length) {
	points := a.points(r, x, mean)
	if len(points) == 1 {
		a.segment(ink, 1.25, points[0].X-8, points[0].Y, points[0].X+8, points[0].Y)
	}
	for _, l := range a.ClipLinesXY(points) {
		a.StrokeLines(draw.LineStyle{Color: ink, Width: 1.5, Dashes: baselineDashes}, l)
	}
}

// shade draws the band of a curve.
func (a plotArea) shade(r *experiment.CurveResult, x func(int) vg.Length, col color.NRGBA) {
	lower := a.points(r, x, func(p *experiment.Result) float64 { lo, _ := band(p); return lo })
	upper := a.points(r, x, func(p *experiment.Result) float64 { _, hi := band(p); return hi })
	slices.Reverse(upper)
	if len(lower) > 1 {
		if area := a.ClipPolygonXY(append(lower, upper...)); len(area) > 2 {
			a.FillPolygon(translucent{NRGBA: col}, area)
		}
	}
}
