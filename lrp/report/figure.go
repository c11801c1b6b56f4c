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

// seriesColor returns the colour of the i-th series. Colours repeat if there are more series than
// colours.
func seriesColor(i int) color.NRGBA { return series[i%len(series)] }

// seriesPale returns a tint of the i-th series, for what is not significantly better than CBG.
func seriesPale(i int) color.NRGBA { return figure.Pale[i%len(figure.Pale)] }
