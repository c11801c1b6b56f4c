package simulate

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/plotter"
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
	{maximumCurve, figure.Line(1, 1.75), figure.Color(1), func(p Point) Estimate { return p.Max }},
	{meanCurve, figure.Line(0, 2.25), figure.Color(0), func(p Point) Estimate { return p.Mean }},
}

// figure draws the mean and the maximum error over what varies, each with a band of one standard
// deviation of runs to either side, and circles at the numbers of the thesis.
func (r *Result) figure() *figure.Drawing {
	k, p := &figure.Block{}, figure.NewPlot(r.Experiment.axis, "")
	k.Caption("error in points")
	p.Grid()
	line := func(value func(Point) float64) plotter.XYs {
		return figure.Points(len(r.Points), func(i int) (x, y float64) {
			return r.Points[i].X, value(r.Points[i])
		})
	}
	for _, c := range curves {
		p.Band(c.color, line(func(p Point) float64 { low, _ := c.value(p).band(); return low }),
			line(func(p Point) float64 { _, high := c.value(p).band(); return high }))
	}
	for _, c := range curves {
		l := p.Curve(c.style, line(func(p Point) float64 { return c.value(p).Mean }))
		p.Key(fmt.Sprintf("%s error, %s at the right", c.name,
			short(c.value(r.Points[len(r.Points)-1]).Mean)), l)
		for _, mark := range r.Experiment.printed {
			if at := (plotter.XYs{{X: mark.x, Y: mark.printed}}); mark.curve == c.name {
				p.Marks(at, c.color, 4.2, draw.CircleGlyph{})
				p.Marks(at, figure.Paper, 2.8, draw.CircleGlyph{})
			}
		}
	}
	left, right := r.Points[0].X, r.Points[len(r.Points)-1].X
	if right >= defaultGames {
		left = 0 // so that ticks are round
	}
	figure.Range(&p.X, left, right)
	figure.Range(&p.Y, 0, figure.UpTo(p.Y.Max))
	for _, l := range r.Experiment.levels {
		p.Straight(figure.Dotted, left, l.y, right, l.y)
		side, off := text.YBottom, vg.Length(3)
		if l.below {
			side, off = text.YTop, -4
		}
		name := figure.Labels{Labels: plotter.Labels{Offset: vg.Point{X: -20, Y: off}}}
		name.Put(right, l.y, l.name, figure.Style(figure.TickSize, figure.Muted, text.XRight, side))
		p.Add(&name)
	}
	k.Plot(p, 280)
	k.Reserve(4, nil)
	k.Key(p)
	return figure.Stack(r.heading(), k)
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

// band returns the range of one standard deviation to either side, clipped at 0.
func (e Estimate) band() (low, high float64) {
	if math.IsNaN(e.SD) {
		return e.Mean, e.Mean
	}
	return max(0, e.Mean-e.SD), e.Mean + e.SD
}

// short formats x with one decimal, or two below 10.
func short(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}
