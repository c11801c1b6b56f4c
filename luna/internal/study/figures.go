package study

import (
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/numbers"
)

// chart is a figure of the thesis: the name of its file, the table that it shows, and what fills it.
type chart struct {
	name, table, title, note, x, y string
	fill                           func(*Study, *plot.Plot) error
}

var charts = []chart{
	{"traffic", "days", "Figure 6.3: visits of people by day", "A visit begins with the first move after " +
		"half an hour without one.", "day (UTC)", "visits", (*Study).traffic},
	{"ratings", "rating_bins", "Figure 6.4: Smarts Ratings", "Of people who finished a game.",
		"Smarts Rating", "people", (*Study).histogram},
	{"lengths", "lengths", "Figure 6.5: length of responses and guess", "Guesses by people, at most 5000 " +
		"of them. Discs: about people; squares: about machines.",
		"mean length of the five responses in characters", "guess", (*Study).scatter},
	{"spread", "spread", "Figure 6.6: spread of a person's ratings", "Standard deviation of the ratings " +
		"after the first games; dots: mean, lines: ± standard deviation over players.",
		"games", "standard deviation", (*Study).spread},
}

// draw draws a heading above a plot in the style of all figures.
func (f chart) draw(r *Study) (*figure.Drawing, error) {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Min, a.Padding = 0, 0
		a.Label.TextStyle = figure.Style(figure.TypeSize, figure.Muted, text.XCenter, text.YBottom)
		a.Tick.Label = figure.Style(11, figure.Muted, a.Tick.Label.XAlign, a.Tick.Label.YAlign)
		a.Color, a.Tick.Color = figure.Muted, figure.Muted
	}
	p.X.Label.Text, p.Y.Label.Text = f.x, f.y
	grid := plotter.NewGrid()
	grid.Vertical.Width, grid.Horizontal.Color = 0, figure.Rule
	p.Add(grid)
	if err := f.fill(r, p); err != nil {
		return nil, err
	}
	p.Y.Max = figure.UpTo(p.Y.Max)
	area := &figure.Block{}
	area.Area(260, 0, 8, 0, p.Draw)
	return figure.Stack(figure.Heading(f.title, f.note+" "+r.Period()), area), nil
}

// bars adds bars of a width, from a column of a table.
func bars(p *plot.Plot, t *Table, column string, width float64, at func(row int) float64) {
	h := &plotter.Histogram{Width: width, FillColor: figure.Pale[0], LineStyle: figure.Line(0, 1)}
	for i := range t.Rows {
		x := at(i)
		h.Bins = append(h.Bins, plotter.HistogramBin{Min: x, Max: x + width, Weight: t.number(i, column)})
	}
	if len(h.Bins) > 0 {
		p.Add(h)
	}
}

func (r *Study) histogram(p *plot.Plot) error {
	t := r.table("rating_bins")
	bars(p, t, "people", 10, func(row int) float64 { return t.number(row, "low") })
	return nil
}

func (r *Study) traffic(p *plot.Plot) error {
	t := r.table("days")
	var wrong error
	var ticks []plot.Tick
	bars(p, t, "visits", 86400, func(row int) float64 {
		day, err := time.Parse(time.DateOnly, t.Rows[row][0].(string))
		if err != nil {
			wrong = err
		}
		x := float64(day.Unix())
		if row == 0 {
			p.X.Min = x
		}
		ticks = append(ticks, plot.Tick{Value: x + 43200, Label: day.Format(time.DateOnly)})
		return x
	})
	p.X.Tick.Marker = plot.ConstantTicks(numbers.Evenly(ticks, 4))
	return wrong
}

func (r *Study) scatter(p *plot.Plot) error {
	for i, machine := range []bool{false, true} {
		var points plotter.XYs
		for _, x := range r.points {
			if x.machine == machine {
				points = append(points, plotter.XY{X: x.length, Y: x.guess})
			}
		}
		if err := add(p, i, points); err != nil {
			return err
		}
	}
	return nil
}

// add adds points of a series.
func add(p *plot.Plot, series int, points plotter.XYs) error {
	if len(points) == 0 {
		return nil
	}
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: figure.Series[series], Radius: 2,
		Shape: []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}}[series]}
	p.Add(s)
	return nil
}

func (r *Study) spread(p *plot.Plot) error {
	var e struct {
		plotter.XYs
		plotter.YErrors
	}
	t := r.table("spread")
	for i := range t.Rows {
		e.XYs = append(e.XYs, plotter.XY{X: t.number(i, "games"), Y: t.number(i, "mean_sd")})
		sd := t.number(i, "sd_of_sd")
		e.YErrors = append(e.YErrors, struct{ Low, High float64 }{sd, sd})
	}
	if len(e.XYs) == 0 {
		return nil
	}
	lines, err := plotter.NewYErrorBars(e)
	if err != nil {
		return err
	}
	lines.LineStyle = figure.Line(0, 1)
	p.Add(lines)
	return add(p, 0, e.XYs)
}
