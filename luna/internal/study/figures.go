package study

import (
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/numbers"
)

// chart is a figure of the thesis: the name of its file and what fills it.
type chart struct {
	name, title, note, x, y string
	fill                    func(*Study, *figure.Plot)
}

var charts = []chart{
	{"traffic", "Figure 6.3: visits of people by day", "A visit begins with the first move after " +
		"half an hour without one.", "day (UTC)", "visits", (*Study).traffic},
	{"ratings", "Figure 6.4: Smarts Ratings", "Of people who finished a game.",
		"Smarts Rating", "people", (*Study).histogram},
	{"lengths", "Figure 6.5: length of responses and guess", "Guesses by people, at most 5000 " +
		"of them. Discs: about people; squares: about machines.",
		"mean length of the five responses in characters", "guess", (*Study).scatter},
	{"spread", "Figure 6.6: spread of a person's ratings", "Standard deviation of the ratings " +
		"after the first games; dots: mean, lines: ± standard deviation over players.",
		"games", "standard deviation", (*Study).spread},
}

// draw draws a heading above a plot in the style of all figures.
func (f chart) draw(r *Study) *figure.Drawing {
	k, p := &figure.Block{}, figure.NewPlot(f.x, "")
	k.Caption(f.y)
	p.Grid()
	f.fill(r, p)
	if p.X.Min == 0 {
		figure.Range(&p.X, 0, p.X.Max)
	}
	figure.Range(&p.Y, 0, figure.UpTo(p.Y.Max))
	k.Plot(p, 260)
	return figure.Stack(figure.Heading(f.title, f.note+" "+r.Period()), k)
}

// bars adds bars of a width, from a column of a table.
func bars(p *figure.Plot, t *Table, column string, width float64, at func(row int) float64) {
	h := &plotter.Histogram{Width: width, FillColor: figure.Pale(0), LineStyle: figure.Line(0, 1)}
	for i := range t.Rows {
		x := at(i)
		h.Bins = append(h.Bins, plotter.HistogramBin{Min: x, Max: x + width, Weight: t.number(i, column)})
	}
	if len(h.Bins) > 0 {
		p.Add(h)
	}
}

func (r *Study) histogram(p *figure.Plot) {
	t := r.table("rating_bins")
	bars(p, t, "people", 10, func(row int) float64 { return t.number(row, "low") })
}

func (r *Study) traffic(p *figure.Plot) {
	t := r.table("days")
	var ticks []plot.Tick
	bars(p, t, "visits", 86400, func(row int) float64 {
		day, _ := time.Parse(time.DateOnly, t.Rows[row][0].(string)) // as date() of SQL writes it
		x := float64(day.Unix())
		if row == 0 {
			p.X.Min = x
		}
		ticks = append(ticks, plot.Tick{Value: x + 43200, Label: day.Format(time.DateOnly)})
		return x
	})
	p.X.Tick.Marker = plot.ConstantTicks(numbers.Evenly(ticks, 4))
}

func (r *Study) scatter(p *figure.Plot) {
	for i, shape := range []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}} {
		var points plotter.XYs
		for _, x := range r.points {
			if machine := i == 1; x.machine == machine {
				points = append(points, plotter.XY{X: x.length, Y: x.guess})
			}
		}
		if len(points) > 0 {
			p.Marks(points, figure.Color(i), 2, shape)
		}
	}
}

func (r *Study) spread(p *figure.Plot) {
	t := r.table("spread")
	lines := &plotter.YErrorBars{LineStyle: figure.Line(0, 1), CapWidth: plotter.DefaultCapWidth}
	for i := range t.Rows {
		lines.XYs = append(lines.XYs, plotter.XY{X: t.number(i, "games"), Y: t.number(i, "mean_sd")})
		sd := t.number(i, "sd_of_sd")
		lines.YErrors = append(lines.YErrors, struct{ Low, High float64 }{sd, sd})
	}
	if len(lines.XYs) > 0 {
		p.Add(lines)
		p.Marks(lines.XYs, figure.Color(0), 2, draw.CircleGlyph{})
	}
}
