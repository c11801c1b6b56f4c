package report

import (
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

// Figure is a drawing that can be written as PNG and as SVG. Equal reports give equal bytes.
type Figure struct {
	width, height vg.Length
	draw          func(draw.Canvas)
}

func (f *Figure) drawing() *figure.Drawing {
	return &figure.Drawing{Width: f.width, Height: f.height, Draw: f.draw}
}

// WritePNG writes the figure as a PNG image on white, with two pixels per point.
func (f *Figure) WritePNG(w io.Writer) error { return f.drawing().WritePNG(w) }

// WriteSVG writes the figure as an SVG drawing on white.
func (f *Figure) WriteSVG(w io.Writer) error { return f.drawing().WriteSVG(w) }

// What figures have in common.
var (
	paper, ink, muted, rule, grey = figure.Paper, figure.Ink, figure.Muted, figure.Rule, figure.Grey

	series = figure.Series
	style  = figure.Style
	strong = figure.Strong
	ticks  = figure.Ticks
	upTo   = figure.UpTo
)

type translucent = figure.Translucent

// seriesNames names the colours of series.
var seriesNames = []string{"blue", "orange", "green", "pink", "red", "light blue"}

// seriesColor returns the colour of the i-th series. Colours repeat if there are more series than
// colours.
func seriesColor(i int) color.NRGBA { return series[i%len(series)] }

// pale returns a colour's tint, for what is no better than CBG.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*28 + int(b)*72) / 100) }
	return color.NRGBA{mix(c.R, paper.R), mix(c.G, paper.G), mix(c.B, paper.B), 255}
}

// grid arranges n panels of equal size in rows below a heading.
type grid struct {
	n, columns          int
	width, height       vg.Length // of a panel
	gapX, gapY, heading vg.Length
	margin              vg.Length
}

func (g grid) rows() int { return max(1, (g.n+g.columns-1)/g.columns) }

func (g grid) size() (w, h vg.Length) {
	c, r := vg.Length(g.columns), vg.Length(g.rows())
	return 2*g.margin + c*g.width + (c-1)*g.gapX, 2*g.margin + g.heading + r*g.height + (r-1)*g.gapY
}

// at returns the i-th panel's part of the canvas.
func (g grid) at(c draw.Canvas, i int) draw.Canvas {
	x := c.Min.X + g.margin + vg.Length(i%g.columns)*(g.width+g.gapX)
	y := c.Max.Y - g.margin - g.heading - vg.Length(i/g.columns)*(g.height+g.gapY)
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x,
		Y: y - g.height}, Max: vg.Point{X: x + g.width, Y: y}}}
}
