package figure

import (
	"image/color"
	"math"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
)

// The colours of the figures on white, from [style.Colors].
var (
	Paper = hex(style.Paper.Light)
	Ink   = hex(style.Ink.Light)
	Muted = hex(style.Muted.Light)
	Rule  = hex(style.Rule.Light)
	Grey  = hex(style.Grey.Light)

	series = colors(style.Series)
	pale   = colors(style.Pale)
)

// Color returns the colour of the i-th series. Colours repeat if there are more series than
// colours.
func Color(i int) color.NRGBA { return series[i%len(series)] }

// Pale returns a tint of [Color], for areas with an outline in the full colour.
func Pale(i int) color.NRGBA { return pale[i%len(pale)] }

func colors(list []style.Color) []color.NRGBA {
	return numbers.Map(list, func(c style.Color) color.NRGBA { return hex(c.Light) })
}

func hex(s string) color.NRGBA {
	digit := func(i int) uint8 {
		return uint8(strings.IndexByte("0123456789ABCDEF",
			s[i])<<4 | strings.IndexByte("0123456789ABCDEF", s[i+1]))
	}
	return color.NRGBA{digit(1), digit(3), digit(5), 255}
}

// Translucent is a translucent colour. It is a separate type because converting a premultiplied
// colour back to NRGBA, as for SVG, does not always give the same colour.
type Translucent struct{ color.NRGBA }

// RGBA implements [color.Color].
func (c Translucent) RGBA() (r, g, b, a uint32) {
	const alpha = 0x2400
	up := func(v uint8) uint32 { return (uint32(v)*alpha + 254) / 255 }
	return up(c.R), up(c.G), up(c.B), alpha
}

// dashes are the dash patterns of the series. Series differ in colour, marker and dashes, so that
// they can be told apart without colours.
var dashes = [][]vg.Length{nil, {10, 3}, nil, {7, 3, 2, 3}, nil, {3, 2}}

// Line returns the style of the i-th series' line.
func Line(i int, wide vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: Color(i), Width: wide, Dashes: dashes[i%len(dashes)]}
}

// Dotted is the style of lines that are not data of their own, such as a level or an end.
var Dotted = draw.LineStyle{Color: Grey, Width: 1, Dashes: []vg.Length{1.5, 2}}

// Marker is the marker of a series, by the series' index.
type Marker int

// corners are the markers: the number of corners of each and the turn of the first, in degrees; 0
// corners are a disc.
var corners = []struct {
	n    int
	turn float64
}{{0, 0}, {4, 45}, {3, 90}, {4, 0}, {3, -90}, {5, 90}}

// DrawGlyph implements [draw.GlyphDrawer].
func (i Marker) DrawGlyph(c *draw.Canvas, _ draw.GlyphStyle, at vg.Point) {
	m := corners[int(i)%len(corners)]
	n, radius := m.n, 4.6
	if n == 0 {
		n, radius = 24, 3.9
	}
	var points []vg.Point
	for k := range n {
		angle := (m.turn + 360*float64(k)/float64(n)) * math.Pi / 180
		points = append(points, vg.Point{X: at.X + vg.Length(radius*math.Cos(angle)),
			Y: at.Y + vg.Length(radius*math.Sin(angle))})
	}
	c.FillPolygon(Color(int(i)), points)
}

// The sizes of text. Text of TypeSize is readable on a screen 360 pixels wide.
const (
	TypeSize                = 13
	TickSize                = 12
	LineHeight    vg.Length = 17
	titleSize               = 14.5
	headingSize             = 16
	headingHeight vg.Length = 22
)

// Style returns a text style in the font of the figures.
func Style(size float64, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color: c, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"},
			vg.Length(size)),
		XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler,
	}
}

// Strong returns the style in bold.
func Strong(s text.Style) text.Style {
	s.Font.Weight = stdfont.WeightBold
	return s
}

// Prose returns the style of lines of text, which begin at the point where they are drawn.
func Prose(c color.Color) text.Style { return Style(TypeSize, c, text.XLeft, text.YTop) }
