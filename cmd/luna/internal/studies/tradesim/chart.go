package tradesim

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Figure draws the curves of a study with bands of two standard errors to either side. It returns
// nil for a study without curves.
func (s *Study) Figure() *figure.Drawing {
	if len(s.Curves) == 0 {
		return nil
	}
	k, p := &figure.Block{}, figure.NewPlot(s.XAxis, "")
	k.Caption(s.YAxis)
	p.Grid()
	p.X.Min = math.Inf(1)
	p.X.Max = math.Inf(-1)
	p.Y.Max = math.Inf(-1)
	for i, curve := range s.Curves {
		p.Band(figure.Color(i), curve.line(-2), curve.line(2))
	}
	for i, curve := range s.Curves {
		p.Key(curve.Name, p.Curve(figure.Line(i, 2), curve.line(0)))
	}
	s.scale(p)
	k.Plot(p, 260)
	k.Reserve(4, nil)
	k.Key(p)
	return figure.Stack(figure.Heading("SYNTHETIC: "+s.Title, s.Note+" Bands: two standard errors."), k)
}

// line returns the values with the given number of standard errors added.
func (c *Curve) line(errors float64) plotter.XYs {
	return figure.Points(len(c.X), func(i int) (x, y float64) {
		return c.X[i], c.Values[i].Mean + errors*c.Values[i].SE
	})
}

// scale ends the axes at round values. If there are values below 0, a line at 0 stands out.
func (s *Study) scale(p *figure.Plot) {
	if p.X.Min < 20 {
		p.X.Min = 0
	}
	figure.Range(&p.X, p.X.Min, max(p.X.Max, p.X.Min+1))
	low, high := p.Y.Min, p.Y.Max
	if high <= low {
		high = low + 1
	}
	ticks, _ := figure.Ticks(high - low)
	step := ticks[1]
	figure.Range(&p.Y, step*math.Floor(low/step+1e-9), step*math.Ceil(high/step-1e-9))
	if low < 0 {
		p.Straight(draw.LineStyle{Color: figure.Muted, Width: 1}, p.X.Min, 0, p.X.Max, 0)
	}
}
