package analysis

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
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
		panels = append(panels, m.panel("share of human targets", 1, func(p *figure.Plot) {
			var boxes []plotter.XYs
			bars := &bars{}
			for i, b := range m.Bins {
				left, right := float64(i)-.5, float64(i)+.5
				boxes = append(boxes, plotter.XYs{{X: left, Y: b.Low / 100}, {X: right, Y: b.Low / 100},
					{X: right, Y: b.High / 100}, {X: left, Y: b.High / 100}})
				if b.Share != nil {
					bars.put(i, *b.Share, *b.Interval)
				}
			}
			p.Add(&plotter.Polygon{XYs: boxes, Color: figure.Rule})
			bars.add(p)
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
		panels = append(panels, m.panel("share of games", top, func(p *figure.Plot) {
			bars := &bars{}
			for i, b := range m.Bins {
				if b.Runs > 0 {
					bars.put(i, b.Sharpness, b.SharpnessInterval)
				}
			}
			bars.add(p)
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

// panel returns a panel with shares from 0 to top by bin, which do adds.
func (m *Moment) panel(axis string, top float64, do func(*figure.Plot)) *figure.Block {
	k, p := figure.Panel(m.title(), axis), figure.NewPlot("price of a human security", "")
	p.Grid()
	do(p)
	names := make([]string, len(m.Bins))
	for i, b := range m.Bins {
		names[i] = fmt.Sprintf("%s\n%d", b.prices(), b.Runs)
	}
	p.NominalX(names...)
	p.X.Width = 1
	p.X.Min = -.5
	p.X.Max = float64(len(names)) - .5
	p.X.Tick.Label.Font.Size = 10
	figure.Range(&p.Y, 0, top)
	k.Plot(p, 190)
	return k
}

// bars are shares by bin with their intervals.
type bars struct {
	plotter.Histogram
	plotter.YErrorBars
}

func (b *bars) put(bin int, share float64, interval [2]float64) {
	const half = .3
	x := float64(bin)
	b.Bins = append(b.Bins, plotter.HistogramBin{Min: x - half, Max: x + half, Weight: share})
	b.XYs = append(b.XYs, plotter.XY{X: x, Y: share})
	b.YErrors = append(b.YErrors, struct{ Low, High float64 }{share - interval[0], interval[1] - share})
}

func (b *bars) add(p *figure.Plot) {
	b.FillColor, b.Histogram.LineStyle = figure.Translucent{NRGBA: figure.Color(0)}, figure.Line(0, 1)
	b.YErrorBars.LineStyle = draw.LineStyle{Color: figure.Ink, Width: 1.25}
	p.Add(&b.Histogram, &b.YErrorBars)
}
