package report

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a drawing that can be written as PNG and as SVG. The same report gives the same
// bytes.
type Figure struct {
	width, height vg.Length
	draw          func(draw.Canvas)
}

// dpi makes two pixels of a point, which is sharp on screens of twice the usual density.
const dpi = 144

// WritePNG writes the figure as a PNG image, on white, two pixels a point.
func (f *Figure) WritePNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(paper))
	f.draw(draw.New(imageCanvas{c}))
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// imageCanvas shows a box for a character that the font lacks, which would leave no trace
// otherwise. In SVG the reader's fonts have it.
type imageCanvas struct{ *vgimg.Canvas }

// FillString implements [vg.Canvas].
func (c imageCanvas) FillString(face font.Face, at vg.Point, s string) {
	var buf sfnt.Buffer
	c.Canvas.FillString(face, at, strings.Map(func(r rune) rune {
		if i, err := face.Face.GlyphIndex(&buf, r); err != nil || i == 0 {
			return '□'
		}
		return r
	}, s))
}

// WriteSVG writes the figure as an SVG drawing, on white.
func (f *Figure) WriteSVG(w io.Writer) error {
	data, err := f.svg(true)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// svg draws the figure as SVG, on paper or with nothing behind it.
func (f *Figure) svg(onPaper bool) ([]byte, error) {
	c := vgsvg.New(f.width, f.height)
	area := draw.New(c)
	if onPaper {
		area.SetColor(paper)
		area.Fill(area.Rectangle.Path())
	}
	f.draw(area)
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return nil, err
	}
	// Arial and Helvetica are as wide as the font that the drawing was measured with,
	// which few systems have under its own name.
	return bytes.ReplaceAll(buf.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")), nil
}

// The figures' colours. Those of the series are Okabe and Ito's, which colour-blind
// readers can tell apart.
var (
	paper = hex("#FFFFFF")
	ink   = hex("#1F2328")
	muted = hex("#59636E")
	rule  = hex("#E3E6EA")
	grey  = hex("#8C959F")

	series = []color.NRGBA{
		hex("#0072B2"), hex("#E69F00"), hex("#009E73"), hex("#CC79A7"), hex("#D55E00"), hex("#56B4E9"),
	}
)

// seriesNames are the names of those colours.
var seriesNames = []string{"blue", "orange", "green", "pink", "red", "light blue"}

// seriesColor is the colour of the i-th series; there are more regressors than colours
// only in a contrived evaluation.
func seriesColor(i int) color.NRGBA { return series[i%len(series)] }

// pale is a colour's tint for what is no better than CBG.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*28 + int(b)*72) / 100) }
	return color.NRGBA{mix(c.R, paper.R), mix(c.G, paper.G), mix(c.B, paper.B), 255}
}

func hex(s string) color.NRGBA {
	digit := func(i int) uint8 {
		return uint8(strings.IndexByte("0123456789ABCDEF", s[i])<<4 | strings.IndexByte("0123456789ABCDEF", s[i+1]))
	}
	return color.NRGBA{digit(1), digit(3), digit(5), 255}
}

// grid places n panels of one size in rows under a heading.
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

// at is the i-th panel's part of the canvas.
func (g grid) at(c draw.Canvas, i int) draw.Canvas {
	x := c.Min.X + g.margin + vg.Length(i%g.columns)*(g.width+g.gapX)
	y := c.Max.Y - g.margin - g.heading - vg.Length(i/g.columns)*(g.height+g.gapY)
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y - g.height}, Max: vg.Point{X: x + g.width, Y: y}}}
}

// ticks are round values from 0 to top, at most nine.
func ticks(top float64) (values []float64, decimals int) {
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

// upTo is the first round value that is not below x, to end a scale with.
func upTo(x float64) float64 {
	values, _ := ticks(x)
	if len(values) < 2 {
		return 1
	}
	return values[1] * math.Ceil(x/values[1]-1e-9)
}
