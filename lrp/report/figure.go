package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// Figure is a drawing that can be written as PNG and as SVG. Equal reports give equal bytes.
type Figure struct{ drawing *figure.Drawing }

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

// figuresOf returns the figures of errors in a page: bars, or the curves of a learning curve.
func figuresOf(r *experiment.Report, list []*view, opts Options) figures {
	if isCurve(r) {
		return newCurves(r, list, opts)
	}
	return newBars(r, list, opts, true)
}

// RMSEBars draws the error of every approach with its spread over the trials as horizontal bars,
// one panel per data set with a scale of its own, in the order of the tables. The controls and the
// mean judge are lines. It has the data of the thesis's Figure 5.3.
func RMSEBars(r *experiment.Report) *Figure {
	list := views(r)
	return stack(newBars(r, list, Options{}, false), list)
}

// CurveFigure draws how the error of each approach falls with the number of rated respondents, one
// panel per data set on a common scale. The curves that end lowest are in colour, the first few
// with a band of a standard deviation; all others are grey.
func CurveFigure(r *experiment.Report, opts Options) *Figure {
	list := views(r)
	return stack(newCurves(r, list, opts), list)
}

// stack returns a figure of all panels.
func stack(f figures, list []*view) *Figure {
	panels := numbers.Map(list, func(v *view) *figure.Block { return f.block(v, v.Name, v.size()) })
	return &Figure{figure.Stack(figure.Heading(f.title(), f.explanation()), panels...)}
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

// legendName fits a name into a legend.
func legendName(s string) string {
	return fit(figure.Prose(figure.Ink), s, figure.PanelWidth-46)
}

// fit truncates s to the given width.
func fit(sty text.Style, s string, room vg.Length) string {
	s = clean(s)
	for n := width(s); n > 2 && sty.Width(s) > room; {
		n--
		s = phrase.Cut(s, n)
	}
	return s
}

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

// inline returns a block as an SVG element in the page's colours, followed by more elements.
func inline(b *figure.Block, class, label string, more ...string) template.HTML {
	drawing := b.Drawing()
	data, _ := drawing.SVG(false) // which is written to a buffer that takes everything
	// The document's head and the element's name spaces are not needed within a page.
	_, data, _ = bytes.Cut(data, []byte("<svg"))
	_, data, _ = bytes.Cut(data, []byte(">"))
	inner, _, _ := bytes.Cut(data, []byte("</svg>"))
	const element = `<svg class="%s" viewBox="0 0 %g %g" role="img" aria-label="%s">%s%s</svg>`
	return template.HTML(fmt.Sprintf(element, class, drawing.Width.Points(), drawing.Height.Points(),
		html.EscapeString(clean(label)), themed.Replace(string(inner)), strings.Join(more, "")))
}

// bins is the number of bins of a histogram of ratings in [0,1].
const bins = 20

// histogramKey explains the histograms.
const histogramKey = "Share of the respondents, in bins of 0.05; the dashed line is the mean."

// RatingHistograms draws the distribution of the ratings of each data set, one panel per data set,
// with common bins and a common scale, as in the thesis's Figure 5.2.
func RatingHistograms(r *experiment.Report) *Figure {
	top := 0.0
	for _, d := range r.Datasets {
		share, _ := sharesOf(d.Ratings)
		top = math.Max(top, slices.Max(share))
	}
	var panels []*figure.Block
	for i := range r.Datasets {
		d := &r.Datasets[i]
		under := fmt.Sprintf("%s, mean %s, standard deviation %s", phrase.Count(d.Respondents, "respondent"),
			decimal(d.RatingMean, 2), decimal(d.RatingSD, 2))
		if d.Synthetic {
			under = "SYNTHETIC, " + under
		}
		k, p := figure.Panel(d.Name, under), figure.NewPlot("rating", "")
		if addRatings(p, d, top) == 0 {
			k.Caption("the report holds no ratings")
		}
		k.Plot(p, 200)
		panels = append(panels, k)
	}
	return &Figure{figure.Stack(figure.Heading("Distribution of the ratings", histogramKey), panels...)}
}

// addRatings adds the histogram of a data set's ratings and their mean, and returns their number.
func addRatings(p *figure.Plot, d *experiment.DatasetReport, top float64) int {
	share, n := sharesOf(d.Ratings)
	figure.Range(&p.X, 0, 1)
	top = figure.UpTo(math.Max(top, slices.Max(share)))
	ticks, decimals := figure.Ticks(top)
	p.Grid()
	p.Histogram(0, 1, share)
	figure.Scale(&p.Y, 0, top, ticks, func(x float64) string {
		return fmt.Sprintf("%.*f%%", max(0, decimals-2), 100*x)
	})
	if n > 0 && defined(d.RatingMean) {
		p.Straight(guide, d.RatingMean, 0, d.RatingMean, p.Y.Max)
	}
	return n
}

// sharesOf returns the share of ratings in each bin, and the number of ratings.
func sharesOf(ratings []float64) (share []float64, n int) {
	share = make([]float64, bins)
	for _, x := range ratings {
		if !(x >= 0 && x <= 1) {
			continue
		}
		// A rating just below a bin's edge is there because of rounding.
		share[min(int(math.Floor(x*bins+1e-9)), bins-1)]++
		n++
	}
	for i := range share {
		share[i] /= math.Max(1, float64(n))
	}
	return share, n
}

// guide is the style of lines to compare data with.
var guide = draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{4, 3}}

// chartHeight is the height of the plot in a chart.
const chartHeight vg.Length = 240

// chart is a small figure of a page. Its dots have the names of respondents, if any, as tooltips.
func chart(title, subtitle string, p *figure.Plot, dots ...dot) template.HTML {
	p.X.Label.Position = draw.PosCenter
	k := figure.Panel(title, phrase.Cut(clean(subtitle), 62))
	k.Plot(p, chartHeight)
	c := p.DataCanvas(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: figure.PlotWidth, Y: chartHeight}}})
	x, y := p.Transforms(&c)
	var marks strings.Builder
	marks.WriteString(`<g class="dot">`)
	for _, d := range dots {
		name := ""
		if d.name != "" {
			name = "<title>" + html.EscapeString(clean(d.name)) + "</title>"
		}
		fmt.Fprintf(&marks, `<circle cx="%.1f" cy="%.1f" r="3">%s</circle>`, x(d.x), k.Height-y(d.y), name)
	}
	marks.WriteString("</g>")
	if len(dots) == 0 {
		marks.Reset()
	}
	return inline(k, "chart", title+". "+subtitle, marks.String())
}

type dot struct {
	x, y float64
	name string
}

// ratingsChart draws a histogram of the ratings.
func (v *view) ratingsChart() template.HTML {
	p := figure.NewPlot("rating", "share of respondents")
	n := addRatings(p, v.DatasetReport, 0)
	sub := fmt.Sprintf("%s, mean %s, sd %s", phrase.Count(n, "rating"), decimal(v.RatingMean, 3),
		decimal(v.RatingSD, 3))
	if n == 0 {
		sub = "no ratings in the report"
	}
	return chart("Ratings", sub, p)
}

// scatter draws mean predictions against ratings, every n-th respondent of many.
func (v *view) scatter(r *experiment.Result, n int) template.HTML {
	var predicted, actual, squares []float64
	var dots []dot
	for i, y := range v.Ratings {
		p := r.HeldOut.Mean[i]
		if math.IsNaN(p) {
			continue
		}
		predicted = append(predicted, p)
		actual = append(actual, y)
		squares = append(squares, (p-y)*(p-y))
		if i%n == 0 {
			d := dot{x: y, y: p}
			if v.described() {
				d.name = fmt.Sprintf("%s: %s, residual %s", nameOf(v.Data.Respondents[i].ID), decimal(y, 3),
					signedShort(p-y))
			}
			dots = append(dots, d)
		}
	}
	p := figure.NewPlot("rating", "prediction")
	figure.Range(&p.X, 0, 1)
	figure.Range(&p.Y, 0, 1)
	p.Grid()
	p.Straight(guide, 0, 0, 1, 1)
	mean, _ := stats.MeanSD(squares)
	sub := fmt.Sprintf("RMSE of the means %s, r %s", decimal(math.Sqrt(mean), 4),
		signedOr(stats.Pearson(predicted, actual)))
	return chart(contender(r), sub, p, dots...)
}

func signedOr(x float64) string {
	if !defined(x) {
		return undefined
	}
	return signedShort(x)
}

func signedShort(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1) }
