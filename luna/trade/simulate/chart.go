package simulate

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Figure draws the curves of a study with bands of two standard errors to either side. It is nil for
// a study without curves.
func (s *Study) Figure() *figure.Drawing {
	if len(s.Curves) == 0 {
		return nil
	}
	heading := figure.Heading("SYNTHETIC: "+s.Title, s.Note+" Bands: two standard errors.")
	k := &figure.Block{}
	k.Add(figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YTop), figure.LineHeight,
		s.YAxis)
	const height = 260
	k.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Max.X, Y: top}}
		p := s.panel(draw.Crop(c, 40, -10, 42, -8))
		p.axes(s.XAxis)
		for i, curve := range s.Curves {
			p.band(i, curve)
		}
		for i, curve := range s.Curves {
			p.line(i, curve)
		}
	})
	k.Reserve(6, nil)
	for i, curve := range s.Curves {
		sty := figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YCenter)
		k.Reserve(figure.LineHeight+1, func(at draw.Canvas, top vg.Length) {
			y := top - figure.LineHeight/2
			at.StrokeLine2(figure.Line(i, 2), at.Min.X, y, at.Min.X+36, y)
			at.FillText(sty, vg.Point{X: at.Min.X + 44, Y: y + 1}, curve.Name)
		})
	}
	return figure.Stack(heading, k)
}

// panel is the area of the data.
type panel struct {
	draw.Canvas
	left, right, bottom, top float64
	step                     float64 // of the ticks of values
}

func (s *Study) panel(c draw.Canvas) panel {
	p := panel{Canvas: c, left: math.Inf(1), right: math.Inf(-1)}
	for _, curve := range s.Curves {
		for i, v := range curve.Values {
			p.left, p.right = min(p.left, curve.X[i]), max(p.right, curve.X[i])
			p.bottom, p.top = min(p.bottom, v.Mean-2*v.SE), max(p.top, v.Mean+2*v.SE)
		}
	}
	if p.left < 20 {
		p.left = 0
	}
	if p.top <= p.bottom {
		p.top = p.bottom + 1
	}
	if p.right <= p.left {
		p.right = p.left + 1
	}
	ticks, _ := figure.Ticks(p.top - p.bottom)
	p.step = ticks[1]
	p.bottom = p.step * math.Floor(p.bottom/p.step+1e-9)
	p.top = p.step * math.Ceil(p.top/p.step-1e-9)
	return p
}

func (p panel) at(x, y float64) vg.Point {
	return vg.Point{
		X: p.Min.X + vg.Length((x-p.left)/(p.right-p.left))*(p.Max.X-p.Min.X),
		Y: p.Min.Y + vg.Length((y-p.bottom)/(p.top-p.bottom))*(p.Max.Y-p.Min.Y),
	}
}

func (p panel) axes(name string) {
	step := p.step
	for i := 0; ; i++ {
		y := p.bottom + float64(i)*step
		if y > p.top+step/2 {
			break
		}
		at := p.at(p.left, y)
		ink := draw.LineStyle{Color: figure.Rule, Width: .75}
		if math.Abs(y) < step/2 {
			ink = draw.LineStyle{Color: figure.Muted, Width: 1}
		}
		p.StrokeLine2(ink, at.X, at.Y, p.Max.X, at.Y)
		p.FillText(figure.Style(12, figure.Muted, text.XRight, text.YCenter),
			vg.Point{X: at.X - 5, Y: at.Y + .8}, number(y, step))
	}
	ticks, _ := figure.Ticks(p.right)
	for _, x := range ticks {
		if x < p.left {
			continue
		}
		at := p.at(x, p.bottom)
		p.StrokeLine2(draw.LineStyle{Color: figure.Muted, Width: 1}, at.X, p.Min.Y, at.X, p.Min.Y-3)
		p.FillText(figure.Style(12, figure.Muted, text.XCenter, text.YTop),
			vg.Point{X: at.X, Y: p.Min.Y - 5}, fmt.Sprint(x))
	}
	p.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XRight, text.YTop),
		vg.Point{X: p.Max.X, Y: p.Min.Y - 23}, name)
}

// number formats a tick, with as many decimals as the distance of ticks has.
func number(x, step float64) string {
	decimals := max(0, int(-math.Floor(math.Log10(step*(1+1e-9)))))
	if math.Abs(x) < step/2 {
		x = 0
	}
	return fmt.Sprintf("%.*f", decimals, x)
}

func (p panel) band(i int, c Curve) {
	var upper, lower []vg.Point
	for k, v := range c.Values {
		upper = append(upper, p.at(c.X[k], v.Mean+2*v.SE))
		lower = append(lower, p.at(c.X[k], v.Mean-2*v.SE))
	}
	for k := len(lower) - 1; k >= 0; k-- {
		upper = append(upper, lower[k])
	}
	p.FillPolygon(figure.Translucent{NRGBA: figure.Series[i%len(figure.Series)]}, upper)
}

func (p panel) line(i int, c Curve) {
	var points []vg.Point
	for k, v := range c.Values {
		points = append(points, p.at(c.X[k], v.Mean))
	}
	p.StrokeLines(figure.Line(i, 2), points)
}
