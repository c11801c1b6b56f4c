package analysis

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Calibration draws figure 7 of the paper, a panel for each time: the share of humans among the
// targets of the games in each bin of prices, with intervals, and where it would be in a calibrated
// market.
func (r *Result) Calibration() *figure.Drawing {
	heading := figure.Heading(r.title("Figure 7: calibration"),
		fmt.Sprintf("Share of human targets by the price of a human security, %s. Grey: the "+
			"limits of the bin, where the share of a calibrated market is. Lines: 95%% intervals "+
			"(Wilson). Below: games in the bin.", r.subject()))
	var panels []*figure.Block
	for _, m := range r.At {
		panels = append(panels, m.panel("share of human targets", 1, func(p panel) {
			for i, b := range m.Bins {
				p.box(i, b.Low/100, b.High/100, figure.Rule)
				if b.Share != nil {
					p.bar(i, *b.Share, *b.Interval)
				}
			}
		}))
	}
	return figure.Stack(heading, panels...)
}

// Sharpness draws figure 8 of the paper, a panel for each time: the share of games in each bin of
// prices.
func (r *Result) Sharpness() *figure.Drawing {
	heading := figure.Heading(r.title("Figure 8: sharpness"),
		fmt.Sprintf("Share of games by the price of a human security, %s. Lines: 95%% intervals "+
			"(Wilson). Below: games in the bin.", r.subject()))
	top := 0.1
	for _, m := range r.At {
		for _, b := range m.Bins {
			top = max(top, b.SharpnessInterval[1])
		}
	}
	top = figure.UpTo(top)
	var panels []*figure.Block
	for _, m := range r.At {
		panels = append(panels, m.panel("share of games", top, func(p panel) {
			for i, b := range m.Bins {
				if b.Runs > 0 {
					p.bar(i, b.Sharpness, b.SharpnessInterval)
				}
			}
		}))
	}
	return figure.Stack(heading, panels...)
}

// title marks what is synthetic.
func (r *Result) title(s string) string {
	if r.Synthetic > 0 {
		return "SYNTHETIC. " + s
	}
	return s
}

func (r *Result) subject() string {
	switch r.Synthetic {
	case 0:
		return fmt.Sprintf("%d games", r.Games)
	case r.Games:
		return fmt.Sprintf("%d simulated games", r.Games)
	}
	return fmt.Sprintf("%d games, %d of them simulated", r.Games, r.Synthetic)
}

// title says at which time a moment is.
func (m *Moment) title() string {
	if m.Name == "end" {
		return "at the end"
	}
	return "after " + m.Name + " s"
}

const panelHeight = 190

// panel returns a panel with axes on which do draws.
func (m *Moment) panel(axis string, top float64, do func(panel)) *figure.Block {
	k := &figure.Block{}
	k.Add(figure.Strong(figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YTop)),
		figure.LineHeight, m.title())
	k.Caption(axis)
	k.Area(panelHeight, 34, 4, 52, func(c draw.Canvas) {
		p := panel{figure.Panel{Canvas: c, Right: Bins, Top: top}}
		p.axes(m)
		do(p)
	})
	return k
}

// panel is the area that shows the data: bins from left to right, shares from 0 to top.
type panel struct{ figure.Panel }

func (p panel) axes(m *Moment) {
	p.Levels()
	sty := figure.Style(10, figure.Muted, text.XCenter, text.YTop)
	for i, b := range m.Bins {
		x := p.At(float64(i)+0.5, 0).X
		p.FillText(sty, vg.Point{X: x, Y: p.Min.Y - 5}, b.prices())
		p.FillText(sty, vg.Point{X: x, Y: p.Min.Y - 18}, fmt.Sprint(b.Runs))
	}
	p.Base("price of a human security", 33)
}

// box fills a part of a bin's column.
func (p panel) box(bin int, low, high float64, fill color.Color) {
	p.Box(fill, p.At(float64(bin), low), p.At(float64(bin)+1, high))
}

// bar draws a share as a bar with its interval.
func (p panel) bar(bin int, share float64, interval [2]float64) {
	const edge = 0.2
	from, to := p.At(float64(bin)+edge, 0), p.At(float64(bin)+1-edge, share)
	corners := []vg.Point{from, {X: to.X, Y: from.Y}, to, {X: from.X, Y: to.Y}}
	p.FillPolygon(figure.Translucent{NRGBA: figure.Series[0]}, corners)
	p.StrokeLines(figure.Line(0, 1), append(corners, from))
	low := p.At(float64(bin)+0.5, interval[0])
	high := p.At(float64(bin)+0.5, interval[1])
	p.StrokeLine2(draw.LineStyle{Color: figure.Ink, Width: 1.25}, low.X, low.Y, high.X, high.Y)
}
