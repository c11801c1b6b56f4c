package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PlotWidth is the width of plots. It leaves room at the right for a reader's font that is wider
// than the figures' own.
const PlotWidth = PanelWidth - 8

// Plot is a plot in the style of all figures, with a key of its lines that a block draws apart.
type Plot struct {
	*plot.Plot
	key plot.Legend
}

// NewPlot returns an empty plot with names of its axes, which may be "". Set its scales when it has
// its data.
func NewPlot(x, y string) *Plot {
	p := &Plot{plot.New(), plot.NewLegend()}
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: Muted, Width: 1}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, 3
		label := a.Tick.Label
		a.Tick.Label = Style(TickSize, Muted, label.XAlign, label.YAlign)
		label = a.Label.TextStyle
		a.Label.TextStyle = Style(TypeSize, Muted, label.XAlign, label.YAlign)
		a.Label.TextStyle.Rotation = label.Rotation
		a.Label.Padding, a.Padding = 2, 0
		a.Min, a.Max = 0, 1
	}
	p.Y.Width, p.Y.Tick.Width = 0, 0
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Position = draw.PosRight
	p.key.Left = true
	p.key.Top = true
	p.key.YPosition = draw.PosCenter
	p.key.ThumbnailWidth = 36
	p.key.Padding = 4
	p.key.TextStyle = Style(TypeSize, Ink, text.XLeft, text.YBottom)
	return p
}

// Grid adds lines across at the ticks of the vertical axis.
func (p *Plot) Grid() {
	g := plotter.NewGrid()
	g.Vertical.Width, g.Horizontal = 0, draw.LineStyle{Color: Rule, Width: .75}
	p.Add(g)
}

// Points returns n points.
func Points(n int, at func(i int) (x, y float64)) plotter.XYs {
	points := make(plotter.XYs, n)
	for i := range points {
		points[i].X, points[i].Y = at(i)
	}
	return points
}

// Curve adds a line through points.
func (p *Plot) Curve(style draw.LineStyle, points plotter.XYs) *plotter.Line {
	l := &plotter.Line{XYs: points, LineStyle: style}
	p.Add(l)
	return l
}

// Straight adds a line between two points.
func (p *Plot) Straight(style draw.LineStyle, x0, y0, x1, y1 float64) *plotter.Line {
	return p.Curve(style, plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y1}})
}

// Band fills the area between two curves.
func (p *Plot) Band(c color.NRGBA, lower, upper plotter.XYs) {
	upper = slices.Clone(upper)
	slices.Reverse(upper)
	p.Add(&plotter.Polygon{XYs: []plotter.XYs{slices.Concat(lower, upper)}, Color: Translucent{NRGBA: c}})
}

// Marks adds markers at points.
func (p *Plot) Marks(
	points plotter.XYs, c color.Color, radius vg.Length, shape draw.GlyphDrawer,
) *plotter.Scatter {
	s := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: c, Radius: radius, Shape: shape}}
	p.Add(s)
	return s
}

// Histogram adds bars over equal bins from lo to hi.
func (p *Plot) Histogram(lo, hi float64, weights []float64) {
	wide := (hi - lo) / float64(len(weights))
	h := &plotter.Histogram{Width: wide, FillColor: Color(0)}
	for i, y := range weights {
		if y > 0 {
			h.Bins = append(h.Bins, plotter.HistogramBin{Min: lo + (float64(i)+.05)*wide,
				Max: lo + (float64(i)+.95)*wide, Weight: y})
		}
	}
	p.Add(h)
}

// Key adds a name to the key of the plot, with samples of what it names.
func (p *Plot) Key(name string, samples ...plot.Thumbnailer) { p.key.Add("\u00a0"+name, samples...) }

// Scale sets an axis from lo to hi with labels at ticks.
func Scale(a *plot.Axis, lo, hi float64, ticks []float64, label func(float64) string) {
	a.Min, a.Max = lo, hi
	var list plot.ConstantTicks
	for _, x := range ticks {
		list = append(list, plot.Tick{Value: x, Label: label(x)})
	}
	a.Tick.Marker = list
}

// Range sets an axis from lo to hi with labels at round values.
func Range(a *plot.Axis, lo, hi float64) {
	ticks, decimals := Ticks(hi - lo)
	if step := ticks[len(ticks)-1] / float64(max(1, len(ticks)-1)); lo != 0 && step > 0 {
		ticks = nil
		for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9*step; i++ {
			ticks = append(ticks, i*step)
		}
	}
	Scale(a, lo, hi, ticks, func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) })
}

// Ticks returns at most nine round values from 0 to top, and the number of decimals to show.
func Ticks(top float64) (values []float64, decimals int) {
	if !(top > 0) || math.IsInf(top, 0) {
		return []float64{0}, 0
	}
	power := math.Floor(math.Log10(top / 5))
	step := math.Pow(10, power)
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * math.Pow(10, power); top/step <= 8 {
			break
		}
	}
	for i := 0; float64(i)*step <= top*(1+1e-9); i++ {
		values = append(values, float64(i)*step)
	}
	return values, max(0, int(-math.Floor(math.Log10(step*(1+1e-9)))))
}

// UpTo returns the first round value not below x, for the end of a scale.
func UpTo(x float64) float64 {
	values, _ := Ticks(x)
	if len(values) < 2 {
		return 1
	}
	return values[1] * math.Ceil(x/values[1]-1e-9)
}

// Labels are texts at points on light grounds, which keep lines from crossing their letters.
type Labels struct{ plotter.Labels }

// Put adds a text.
func (l *Labels) Put(x, y float64, s string, sty text.Style) {
	l.XYs = append(l.XYs, plotter.XY{X: x, Y: y})
	l.Labels.Labels, l.TextStyle = append(l.Labels.Labels, s), append(l.TextStyle, sty)
}

// Plot implements [plot.Plotter].
func (l *Labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range l.Labels.Labels {
		r := l.TextStyle[i].Rectangle(s).Add(vg.Point{X: x(l.XYs[i].X), Y: y(l.XYs[i].Y)}.Add(l.Offset))
		c.FillPolygon(Paper, []vg.Point{{X: r.Min.X - 2, Y: r.Min.Y}, {X: r.Max.X + 2, Y: r.Min.Y},
			{X: r.Max.X + 2, Y: r.Max.Y}, {X: r.Min.X - 2, Y: r.Max.Y}})
	}
	l.Labels.Plot(c, p)
}

// Plot adds a plot to the block.
func (b *Block) Plot(p *Plot, height vg.Length) {
	if p.Y.Min == 0 { // gonum's axis is below zero, to leave room for the lower half of its label
		p.Straight(p.X.LineStyle, p.X.Min, 0, p.X.Max, 0)
		p.X.Width = 0
		p.X.Tick.Width = 0
		p.X.Padding = 5
	}
	b.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Min.Y = top - height
		c.Max.Y = top
		c.Max.X = c.Min.X + PlotWidth
		p.Draw(c)
	})
}

// Key adds the key of a plot, if it has one.
func (b *Block) Key(p *Plot) {
	if size := p.key.Rectangle(draw.Canvas{}).Size().Y; size > 0 {
		b.Reserve(size+8, func(c draw.Canvas, top vg.Length) {
			c.Max.Y = top
			p.key.Draw(c)
		})
	}
}
