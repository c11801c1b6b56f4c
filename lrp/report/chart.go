package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// chart is a small SVG drawing for a page. Its colours and fonts come from the page's style sheet,
// and it is written as text rather than by a canvas, because a page can have thousands of dots.
type chart struct {
	strings.Builder
	x, y scale
}

// The size of a chart in units of about a pixel, and its margins.
const (
	chartWidth, chartHeight                         = 340.0, 250.0
	chartLeft, chartRight, chartTop, chartBottom    = 46.0, 16.0, 42.0, 38.0
	chartAreaRight, chartAreaBottom                 = chartWidth - chartRight, chartHeight - chartBottom
	chartTitleAt, chartSubtitleAt, chartAxisTitleAt = 12.0, 26.0, chartHeight - 5

	chartAreaMiddleX = (chartLeft + chartAreaRight) / 2
	chartAreaMiddleY = (chartTop + chartAreaBottom) / 2
)

// scale is an axis.
type scale struct {
	title   string
	lo, hi  float64
	ticks   []float64
	format  string // of a tick
	percent bool
}

// ratingScale returns an axis for ratings and predictions.
func ratingScale(title string) scale {
	return scale{title: title, hi: 1, ticks: []float64{0, .2, .4, .6, .8, 1}, format: "%.1f"}
}

// shareScale returns an axis for shares from 0 to at least top.
func shareScale(title string, top float64) scale {
	end := upTo(top)
	values, decimals := ticks(end)
	return scale{title: title, hi: end, ticks: values,
		format: fmt.Sprintf("%%.%df%%%%", max(0, decimals-2)), percent: true}
}

// evenScale returns an axis from -reach to reach.
func evenScale(title string, reach float64) scale {
	end := upTo(reach)
	values, decimals := ticks(end)
	s := scale{title: title, lo: -end, hi: end, format: fmt.Sprintf("%%.%df", decimals)}
	step := max(1, (len(values)+2)/3) // few ticks, because they are mirrored below 0
	for i := len(values) - 1; i > 0; i-- {
		if i%step == 0 {
			s.ticks = append(s.ticks, -values[i])
		}
	}
	for i, v := range values {
		if i%step == 0 {
			s.ticks = append(s.ticks, v)
		}
	}
	return s
}

func (s scale) label(v float64) string {
	if s.percent {
		v *= 100
	}
	return strings.Replace(fmt.Sprintf(s.format, v), "-", "−", 1)
}

// at returns the position of a value between the ends, from 0 to 1.
func (s scale) at(v float64) float64 { return min(max((v-s.lo)/(s.hi-s.lo), 0), 1) }

// newChart starts a chart with its titles and axes.
func newChart(title, subtitle string, x, y scale) *chart {
	c := &chart{x: x, y: y}
	fmt.Fprintf(c, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s">`, chartWidth,
		chartHeight, escaped(title+". "+subtitle))
	c.text("title", 0, chartTitleAt, "", snip(clean(title), 48))
	c.text("sub", 0, chartSubtitleAt, "", snip(clean(subtitle), 62))
	for _, v := range y.ticks {
		at := c.atY(v)
		c.line("grid", chartLeft, at, chartAreaRight, at)
		c.text("", chartLeft-5, at+3.5, "end", y.label(v))
	}
	for _, v := range x.ticks {
		at := c.atX(v)
		c.line("axis", at, chartAreaBottom, at, chartAreaBottom+3)
		c.text("", at, chartAreaBottom+14, "middle", x.label(v))
	}
	c.text("", chartAreaMiddleX, chartAxisTitleAt, "middle", x.title)
	fmt.Fprintf(c, `<text text-anchor="middle" transform="translate(10 %s) rotate(-90)">%s</text>`,
		coordinate(chartAreaMiddleY), escaped(y.title))
	return c
}

func (c *chart) atX(v float64) float64 {
	return chartLeft + c.x.at(v)*(chartAreaRight-chartLeft)
}

func (c *chart) atY(v float64) float64 {
	return chartAreaBottom - c.y.at(v)*(chartAreaBottom-chartTop)
}

func (c *chart) text(class string, x, y float64, anchor, s string) {
	attributes := ""
	if class != "" {
		attributes += ` class="` + class + `"`
	}
	if anchor != "" {
		attributes += ` text-anchor="` + anchor + `"`
	}
	fmt.Fprintf(c, `<text x="%s" y="%s"%s>%s</text>`, coordinate(x), coordinate(y), attributes,
		escaped(s))
}

func (c *chart) line(class string, x0, y0, x1, y1 float64) {
	fmt.Fprintf(c, `<path class="%s" d="M%s %sL%s %s"/>`, class, coordinate(x0), coordinate(y0),
		coordinate(x1), coordinate(y1))
}

// guide draws a dashed line between two points in data coordinates.
func (c *chart) guide(x0, y0, x1, y1 float64) {
	c.line("guide", c.atX(x0), c.atY(y0), c.atX(x1), c.atY(y1))
}

// dot draws a point; note is its tooltip.
func (c *chart) dot(x, y float64, note string) {
	if note == "" {
		fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="2.6"/>`, coordinate(c.atX(x)),
			coordinate(c.atY(y)))
		return
	}
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="2.6"><title>%s</title></circle>`,
		coordinate(c.atX(x)), coordinate(c.atY(y)), escaped(note))
}

// bar draws a bar from the horizontal axis up to y, between two values of x, with a minimum width.
func (c *chart) bar(x0, x1, y float64, note string) {
	left, right := c.atX(x0), c.atX(x1)
	gap := min(.75, (right-left)/8)
	top := c.atY(y)
	title := ""
	if note != "" {
		title = "<title>" + escaped(note) + "</title>"
	}
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s">%s</rect>`,
		coordinate(left+gap), coordinate(top), coordinate(max(right-left-2*gap,
			.5)), coordinate(chartAreaBottom-top), title)
}

// done finishes the chart with the horizontal axis on top.
func (c *chart) done() template.HTML {
	c.line("axis", chartLeft, chartAreaBottom, chartAreaRight, chartAreaBottom)
	c.WriteString("</svg>")
	return template.HTML(c.String())
}

// coordinate formats a coordinate to a tenth of a unit.
func coordinate(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}

func escaped(s string) string { return html.EscapeString(clean(s)) }
