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
	k.Caption("error in points")
	k.Area(280, 34, 14, 42, func(c draw.Canvas) { r.draw(newPanel(c, r)) })
	k.Reserve(6, nil)
	for _, c := range curves {
		k.Legend(c.style, fmt.Sprintf("%s error, %s at the right", c.name,
			short(c.value(r.Points[len(r.Points)-1]).Mean)), false)
	}
	return figure.Stack(r.heading(), k)
}

func (r *Result) draw(p panel) {
	p.Axes(r.Experiment.axis, false)
	for _, l := range r.Experiment.levels {
		p.level(l)
	}
	for _, curve := range curves {
		p.Band(curve.color, len(r.Points), func(i int) (x, low, high float64) {
			low, high = curve.value(r.Points[i]).band()
			return r.Points[i].X, low, high
		})
	}
	for _, curve := range curves {
		p.Curve(curve.style, len(r.Points), func(i int) (x, y float64) {
			return r.Points[i].X, curve.value(r.Points[i]).Mean
		})
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
type panel struct{ figure.Panel }

func newPanel(c draw.Canvas, r *Result) panel {
	p := panel{figure.Panel{Canvas: c, Left: r.Points[0].X, Right: r.Points[len(r.Points)-1].X}}
	if p.Right >= defaultGames {
		p.Left = 0 // so that ticks are round
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
	p.Top = figure.UpTo(highest)
	return p
}

// band returns the range of one standard deviation to either side, clipped at 0.
func (e Estimate) band() (low, high float64) {
	if math.IsNaN(e.SD) {
		return e.Mean, e.Mean
	}
	return max(0, e.Mean-e.SD), e.Mean + e.SD
}

// level draws a horizontal line for comparison.
func (p panel) level(l level) {
	at := p.At(p.Left, l.y)
	dotted := draw.LineStyle{Color: figure.Grey, Width: 1, Dashes: []vg.Length{1.5, 2}}
	p.StrokeLine2(dotted, at.X, at.Y, p.Max.X, at.Y)
	side, off := text.YBottom, vg.Length(3)
	if l.below {
		side, off = text.YTop, -4
	}
	p.FillText(figure.Style(12, figure.Muted, text.XRight, side),
		vg.Point{X: p.Max.X - 20, Y: at.Y + off}, l.name)
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
	at := p.At(m.x, m.printed)
	var ring []vg.Point
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		corner := vg.Point{X: at.X + vg.Length(radius*cos), Y: at.Y + vg.Length(radius*sin)}
		ring = append(ring, corner)
	}
	p.StrokeLines(draw.LineStyle{Color: ink, Width: 1.5}, ring)
}
