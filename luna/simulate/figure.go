package simulate

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// The names of the two curves.
const meanCurve, maximumCurve = "mean", "maximum"

// curve is the mean or the maximum error.
type curve struct {
	name  string
	style draw.LineStyle
	color color.NRGBA
	value func(Point) Estimate
}

var curves = []curve{
	{maximumCurve, figure.Line(1, 1.75), figure.Series[1], func(p Point) Estimate { return p.Max }},
	{meanCurve, figure.Line(0, 2.25), figure.Series[0], func(p Point) Estimate { return p.Mean }},
}

// figure draws the mean and the maximum error over what varies, each with a band of one standard
// deviation of runs to either side, and circles at the numbers of the thesis.
func (r *Result) figure() *figure.Drawing {
	k := &figure.Block{}
	k.Add(figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YTop), figure.LineHeight,
		"error in points")
	const height = 280
	k.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Max.X, Y: top}}
		r.draw(newPanel(draw.Crop(c, 34, -14, 42, -8), r))
	})
	k.Reserve(6, nil)
	for _, c := range curves {
		sty := figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YCenter)
		k.Reserve(figure.LineHeight+1, func(at draw.Canvas, top vg.Length) {
			y := top - figure.LineHeight/2
			at.StrokeLine2(c.style, at.Min.X, y, at.Min.X+36, y)
			at.FillText(sty, vg.Point{X: at.Min.X + 44, Y: y + 1}, fmt.Sprintf("%s error, %s at the right",
				c.name, short(c.value(r.Points[len(r.Points)-1]).Mean)))
		})
	}
	return figure.Stack(r.heading(), k)
}

func (r *Result) draw(p panel) {
	p.axes(r.Experiment.axis)
	for _, l := range r.Experiment.levels {
		p.level(l)
	}
	for _, curve := range curves {
		p.band(r.Points, curve)
	}
	for _, curve := range curves {
		p.curve(r.Points, curve)
	}
	for _, mark := range r.Experiment.printed {
		p.mark(mark)
	}
}

func (r *Result) heading() *figure.Block {
	note := "Error: the distance of Smarts Ratings from intelligences, in points."
	if r.Runs > 1 {
		note += " Bands: one standard deviation of the runs."
	}
	settings := r.settings()
	return figure.Heading(
		fmt.Sprintf("SIMULATED, figure %s: %s", r.Experiment.Figure, r.Experiment.Title),
		strings.ToUpper(settings[:1])+settings[1:]+". "+note+" Circles: numbers of the thesis.")
}

// panel is the area that shows the data.
type panel struct {
	draw.Canvas
	from, to, top float64
}

func newPanel(c draw.Canvas, r *Result) panel {
	p := panel{Canvas: c, from: r.Points[0].X, to: r.Points[len(r.Points)-1].X}
	if p.to >= defaultGames {
		p.from = 0 // so that ticks are round
	}
	highest := 1.0
	for _, point := range r.Points {
		_, high := point.Max.band()
		highest = max(highest, high)
	}
	for _, mark := range r.Experiment.printed {
		if mark.curve != "" {
			highest = max(highest, mark.printed)
		}
	}
	p.top = figure.UpTo(highest)
	return p
}

// band returns the range of one standard deviation to either side, clipped at 0.
func (e Estimate) band() (low, high float64) {
	if math.IsNaN(e.SD) {
		return e.Mean, e.Mean
	}
	return max(0, e.Mean-e.SD), e.Mean + e.SD
}

func (p panel) at(x, y float64) vg.Point {
	return vg.Point{
		X: p.Min.X + vg.Length((x-p.from)/(p.to-p.from))*(p.Max.X-p.Min.X),
		Y: p.Min.Y + vg.Length(y/p.top)*(p.Max.Y-p.Min.Y),
	}
}

func (p panel) axes(name string) {
	errors, decimals := figure.Ticks(p.top)
	for _, e := range errors {
		y := p.at(p.from, e).Y
		p.StrokeLine2(draw.LineStyle{Color: figure.Rule, Width: .75}, p.Min.X, y, p.Max.X, y)
		p.FillText(figure.Style(12, figure.Muted, text.XRight, text.YCenter),
			vg.Point{X: p.Min.X - 5, Y: y + .8}, fmt.Sprintf("%.*f", decimals, e))
	}
	values, _ := figure.Ticks(p.to)
	for _, x := range values {
		at := p.at(x, 0).X
		p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, at, p.Min.Y, at, p.Min.Y-3)
		p.FillText(figure.Style(12, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: at, Y: p.Min.Y - 5}, fmt.Sprint(x))
	}
	p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	p.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XRight, text.YTop),
		vg.Point{X: p.Max.X, Y: p.Min.Y - 23}, name)
}

// level draws a horizontal line for comparison.
func (p panel) level(l level) {
	at := p.at(p.from, l.y)
	dotted := draw.LineStyle{Color: figure.Grey, Width: 1, Dashes: []vg.Length{1.5, 2}}
	p.StrokeLine2(dotted, at.X, at.Y, p.Max.X, at.Y)
	side, off := text.YBottom, vg.Length(3)
	if l.below {
		side, off = text.YTop, -4
	}
	p.FillText(figure.Style(12, figure.Muted, text.XRight, side),
		vg.Point{X: p.Max.X - 20, Y: at.Y + off}, l.name)
}

func (p panel) band(points []Point, c curve) {
	var upper, lower []vg.Point
	for _, point := range points {
		low, high := c.value(point).band()
		upper, lower = append(upper, p.at(point.X, high)), append(lower, p.at(point.X, low))
	}
	for i := len(lower) - 1; i >= 0; i-- {
		upper = append(upper, lower[i])
	}
	p.FillPolygon(figure.Translucent{NRGBA: c.color}, upper)
}

func (p panel) curve(points []Point, c curve) {
	var line []vg.Point
	for _, point := range points {
		line = append(line, p.at(point.X, c.value(point).Mean))
	}
	p.StrokeLines(c.style, line)
}

// short formats x with one decimal, or two below 10.
func short(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// mark draws a circle at a number of the thesis, in the color of its curve.
func (p panel) mark(m printedNumber) {
	if m.curve == "" {
		return
	}
	var ink color.Color = figure.Ink
	for _, c := range curves {
		if c.name == m.curve {
			ink = c.color
		}
	}
	const corners, radius = 24, 3.5
	at := p.at(m.x, m.printed)
	var ring []vg.Point
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		corner := vg.Point{X: at.X + vg.Length(radius*cos), Y: at.Y + vg.Length(radius*sin)}
		ring = append(ring, corner)
	}
	p.StrokeLines(draw.LineStyle{Color: ink, Width: 1.5}, ring)
}
