package tradesim

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Figure draws the curves of a study with bands of two standard errors to either side. It returns
// nil for a study without curves.
func (s *Study) Figure() *figure.Drawing {
	if len(s.Curves) == 0 {
		return nil
	}
	heading := figure.Heading("SYNTHETIC: "+s.Title, s.Note+" Bands: two standard errors.")
	k := &figure.Block{}
	k.Caption(s.YAxis)
	k.Area(260, 40, 10, 42, s.draw)
	k.Reserve(6, nil)
	for i, curve := range s.Curves {
		k.Legend(figure.Line(i, 2), curve.Name, false)
	}
	return figure.Stack(heading, k)
}

func (s *Study) draw(c draw.Canvas) {
	p, step := s.panel(c)
	levels(p, step)
	p.Ticks(false)
	p.Name(s.XAxis, figure.NameBelow)
	for i, c := range s.Curves {
		p.Band(figure.Series[i%len(figure.Series)], len(c.X), func(k int) (x, low, high float64) {
			return c.X[k], c.Values[k].Mean - 2*c.Values[k].SE, c.Values[k].Mean + 2*c.Values[k].SE
		})
	}
	for i, c := range s.Curves {
		p.Curve(figure.Line(i, 2), len(c.X), func(k int) (x, y float64) { return c.X[k], c.Values[k].Mean })
	}
}

// panel returns the area of the data and the step of the ticks of values.
func (s *Study) panel(c draw.Canvas) (p figure.Panel, step float64) {
	p = figure.Panel{Canvas: c, Left: math.Inf(1), Right: math.Inf(-1)}
	for _, curve := range s.Curves {
		for i, v := range curve.Values {
			p.Left, p.Right = min(p.Left, curve.X[i]), max(p.Right, curve.X[i])
			p.Bottom, p.Top = min(p.Bottom, v.Mean-2*v.SE), max(p.Top, v.Mean+2*v.SE)
		}
	}
	if p.Left < 20 {
		p.Left = 0
	}
	if p.Top <= p.Bottom {
		p.Top = p.Bottom + 1
	}
	if p.Right <= p.Left {
		p.Right = p.Left + 1
	}
	ticks, _ := figure.Ticks(p.Top - p.Bottom)
	step = ticks[1]
	p.Bottom = step * math.Floor(p.Bottom/step+1e-9)
	p.Top = step * math.Ceil(p.Top/step-1e-9)
	return p, step
}

// levels draws lines across, of which the one at 0 stands out.
func levels(p figure.Panel, step float64) {
	for i := 0; ; i++ {
		y := p.Bottom + float64(i)*step
		if y > p.Top+step/2 {
			break
		}
		line := draw.LineStyle{Color: figure.Rule, Width: .75}
		if math.Abs(y) < step/2 {
			line = draw.LineStyle{Color: figure.Muted, Width: 1}
		}
		p.Level(line, y, number(y, step))
	}
}

// number formats a tick, with as many decimals as the distance of ticks has.
func number(x, step float64) string {
	decimals := max(0, int(-math.Floor(math.Log10(step*(1+1e-9)))))
	if math.Abs(x) < step/2 {
		x = 0
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
