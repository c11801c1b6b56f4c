package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/style"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Figure is a drawing that can be written as PNG and as SVG. Equal reports give equal bytes.
type Figure struct{ drawing figure.Drawing }

// WritePNG writes the figure as a PNG image on white, with two pixels per point.
func (f *Figure) WritePNG(w io.Writer) error { return f.drawing.WritePNG(w) }

// WriteSVG writes the figure as an SVG drawing on white.
func (f *Figure) WriteSVG(w io.Writer) error { return f.drawing.WriteSVG(w) }

// figures draw one panel per data set, and say what they show.
type figures interface {
	title() string
	explanation() string
	caption() string // the explanation on a page
	block(v *view, title, under string) *figure.Block
}

// figuresOf returns the figures of errors: bars, or the curves of a learning curve.
func figuresOf(r *experiment.Report, list []*view, opts Options) figures {
	if isCurve(r) {
		return newCurves(r, list, opts)
	}
	return newBars(r, list, opts)
}

// RMSEBars draws the error of every approach with its spread over the trials as horizontal bars, one
// panel per data set with a scale of its own, in the order of the tables. The controls and the mean
// judge are lines. It has the data of the thesis's Figure 5.3.
func RMSEBars(r *experiment.Report) *Figure {
	list := views(r)
	return stack(newBars(r, list, Options{}), list)
}

// CurveFigure draws how the error of each approach falls with the number of rated respondents, one
// panel per data set on a common scale. The curves that end lowest are in colour, the first few with a
// band of a standard deviation; all others are grey.
func CurveFigure(r *experiment.Report, opts Options) *Figure {
	list := views(r)
	return stack(newCurves(r, list, opts), list)
}

// stack returns a figure of all panels.
func stack(f figures, list []*view) *Figure {
	var panels []*figure.Block
	for _, v := range list {
		panels = append(panels, f.block(v, v.Name, v.size()))
	}
	return &Figure{*figure.Stack(figure.Heading(f.title(), f.explanation()), panels...)}
}

// size is a panel's second line.
func (v *view) size() string {
	s := fmt.Sprintf("%s × %s", phrase.Count(v.Respondents, "respondent"),
		phrase.Count(v.Questions, "question"))
	if v.Synthetic {
		return "SYNTHETIC, " + s
	}
	return s
}

// panelOf returns the figure of one block, for a page.
func panelOf(b *figure.Block, width vg.Length) *Figure {
	return &Figure{figure.Drawing{Width: width, Height: b.Height,
		Draw: func(c draw.Canvas) { b.Draw(c) }}}
}

// plotWidth leaves room at the right for a reader's font that is wider than the figures' own.
const plotWidth = figure.PanelWidth - 8

// small is the size of the text of ticks.
const small = 12

// note is the style of sentences in a figure.
var note = figure.Style(figure.TypeSize, figure.Muted, text.XLeft, text.YTop)

// titled starts a block with a panel's titles, each of which may be "".
func titled(title, under string) *figure.Block {
	b := &figure.Block{}
	b.Add(figure.Strong(figure.Style(14.5, figure.Ink, text.XLeft, text.YTop)), 19, title)
	b.Add(note, figure.LineHeight, under)
	if b.Height > 0 {
		b.Reserve(5, nil)
	}
	return b
}

// newPlot returns an empty plot in the style of all figures.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: figure.Muted, Width: 1}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, 3
		label := a.Tick.Label
		a.Tick.Label = figure.Style(small, figure.Muted, label.XAlign, label.YAlign)
		label = a.Label.TextStyle
		a.Label.TextStyle = figure.Style(figure.TypeSize, figure.Muted, label.XAlign, label.YAlign)
		a.Label.TextStyle.Rotation = label.Rotation
		a.Label.Padding, a.Padding = 2, 0
		a.Min, a.Max = 0, 1
	}
	p.Y.Width, p.Y.Tick.Width = 0, 0
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Position = draw.PosRight
	return p
}

// scale is an axis from lo to hi with labels at ticks.
func scale(a *plot.Axis, lo, hi float64, ticks []float64, label func(float64) string) {
	a.Min, a.Max = lo, hi
	var list plot.ConstantTicks
	for _, x := range ticks {
		list = append(list, plot.Tick{Value: x, Label: label(x)})
	}
	a.Tick.Marker = list
}

// fromZero is an axis from 0 to at least top.
func fromZero(a *plot.Axis, top float64) {
	ticks, decimals := figure.Ticks(top)
	scale(a, 0, top, ticks, func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) })
}

// shares is an axis in percent from 0 to at least top.
func shares(a *plot.Axis, top float64) {
	top = figure.UpTo(top)
	ticks, decimals := figure.Ticks(top)
	scale(a, 0, top, ticks, func(x float64) string {
		return fmt.Sprintf("%.*f%%", max(0, decimals-2), 100*x)
	})
}

// unitScale is an axis of ratings.
func unitScale(a *plot.Axis) {
	scale(a, 0, 1, []float64{0, .2, .4, .6, .8, 1}, func(x float64) string { return fmt.Sprintf("%.1f", x) })
}

// grid returns lines across at the ticks of the vertical axis.
func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical.Width, g.Horizontal = 0, draw.LineStyle{Color: figure.Rule, Width: .75}
	return g
}

// straight returns a line between two points.
func straight(style draw.LineStyle, x0, y0, x1, y1 float64) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y1}}, LineStyle: style}
}

// guide is the style of lines to compare data with.
var guide = draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{4, 3}}

// histogram returns bars over equal bins from lo to hi.
func histogram(lo, hi float64, weights []float64) *plotter.Histogram {
	wide := (hi - lo) / float64(len(weights))
	h := &plotter.Histogram{Width: wide, FillColor: figure.Series[0]}
	for i, y := range weights {
		if y > 0 {
			h.Bins = append(h.Bins, plotter.HistogramBin{Min: lo + (float64(i)+.05)*wide,
				Max: lo + (float64(i)+.95)*wide, Weight: y})
		}
	}
	return h
}

// labels are names at points on light grounds, which keep lines from crossing their letters.
type labels struct{ plotter.Labels }

func (l *labels) add(x, y float64, s string, sty text.Style) {
	l.XYs = append(l.XYs, plotter.XY{X: x, Y: y})
	l.Labels.Labels, l.TextStyle = append(l.Labels.Labels, s), append(l.TextStyle, sty)
}

// Plot implements [plot.Plotter].
func (l *labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range l.Labels.Labels {
		r := l.TextStyle[i].Rectangle(s).Add(vg.Point{X: x(l.XYs[i].X), Y: y(l.XYs[i].Y)}.Add(l.Offset))
		c.FillPolygon(figure.Paper, []vg.Point{{X: r.Min.X - 2, Y: r.Min.Y}, {X: r.Max.X + 2, Y: r.Min.Y},
			{X: r.Max.X + 2, Y: r.Max.Y}, {X: r.Min.X - 2, Y: r.Max.Y}})
	}
	l.Labels.Plot(c, p)
}

// newLegend returns an empty legend.
func newLegend() *plot.Legend {
	l := plot.NewLegend()
	l.Left, l.Top, l.ThumbnailWidth, l.YPosition, l.Padding = true, true, 36, draw.PosCenter, 4
	l.TextStyle = figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YBottom)
	return &l
}

// legendName fits a name into a legend.
func legendName(s string) string {
	return "\u00a0" + fit(figure.Style(figure.TypeSize, figure.Ink, text.XLeft, text.YTop), s, figure.PanelWidth-46)
}

// addLegend and addPlot add to a block.
func addLegend(b *figure.Block, l *plot.Legend) {
	size := l.Rectangle(draw.Canvas{}).Size().Y
	if size > 0 {
		b.Reserve(size+8, func(c draw.Canvas, top vg.Length) {
			c.Max.Y = top
			l.Draw(c)
		})
	}
}

func addPlot(b *figure.Block, p *plot.Plot, height vg.Length) {
	if p.Y.Min == 0 { // gonum's axis is below zero, to leave room for the lower half of its label
		p.Add(straight(p.X.LineStyle, p.X.Min, 0, p.X.Max, 0))
		p.X.Width, p.X.Tick.Width, p.X.Padding = 0, 0, 5
	}
	b.Reserve(height, func(c draw.Canvas, top vg.Length) {
		c.Min.Y, c.Max.Y, c.Max.X = top-height, top, c.Min.X+plotWidth
		p.Draw(c)
	})
}

// fit truncates s to the given width.
func fit(sty text.Style, s string, room vg.Length) string {
	s = clean(s)
	for n := width(s); n > 2 && sty.Width(s) > room; {
		n--
		s = snip(s, n)
	}
	return s
}

// seriesColor returns the colour of the i-th series. Colours repeat if there are more series than
// colours.
func seriesColor(i int) color.NRGBA { return figure.Series[i%len(figure.Series)] }

// themed replaces the colours in SVG styles by the variables of the page's style sheet, so that one
// drawing works on light and dark backgrounds, and leaves out what the style sheet says about the
// font.
var themed = func() *strings.Replacer {
	pairs := []string{figure.FontFamily, "", "font-variant:normal;", "", "font-weight:normal;", "",
		"font-style:normal;", ""}
	for _, c := range style.Colors() {
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+c.Light, property+"var(--"+c.Name+")")
		}
	}
	return strings.NewReplacer(pairs...)
}()

// inline returns a figure as an SVG element in the page's colours, followed by more elements.
func inline(f *Figure, class, label string, more ...string) template.HTML {
	data, _ := f.drawing.SVG(false) // which is written to a buffer that takes everything
	// The document's head and the element's name spaces are not needed within a page.
	_, data, _ = bytes.Cut(data, []byte("<svg"))
	_, data, _ = bytes.Cut(data, []byte(">"))
	inner, _, _ := bytes.Cut(data, []byte("</svg>"))
	const element = `<svg class="%s" viewBox="0 0 %g %g" role="img" aria-label="%s">%s%s</svg>`
	return template.HTML(fmt.Sprintf(element, class, f.drawing.Width.Points(), f.drawing.Height.Points(),
		html.EscapeString(clean(label)), themed.Replace(string(inner)), strings.Join(more, "")))
}
