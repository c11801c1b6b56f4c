// Package figure draws figures. A [Drawing] is written as PNG and as SVG; fonts, colours and scales
// are shared by all figures of the program.
package figure

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/luna-rating/luna/internal/text"
)

// Drawing is a figure of the given Width and Height. Drawing it twice gives the same bytes.
type Drawing struct {
	Width, Height vg.Length
	Draw          func(draw.Canvas)
}

// FontFamily is the beginning of the text styles of an SVG drawing.
const FontFamily = "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"

// dpi makes one point two pixels, which is sharp on screens with twice the usual density.
const dpi = 144

// WritePNG writes the drawing as a PNG image on white, with two pixels per point.
func (d *Drawing) WritePNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(d.Width, d.Height), vgimg.UseDPI(dpi),
		vgimg.UseBackgroundColor(Paper))
	d.Draw(draw.New(imageCanvas{c}))
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// imageCanvas shows a box for a character that the font lacks, which would otherwise be invisible.
// In an SVG the reader's fonts supply it.
type imageCanvas struct{ *vgimg.Canvas }

// FillString implements [vg.Canvas].
func (c imageCanvas) FillString(face font.Face, at vg.Point, s string) {
	c.Canvas.FillString(face, at, strings.Map(func(r rune) rune {
		if lacks(face, r) {
			return '□'
		}
		return r
	}, s))
}

// lacks reports whether a font has no glyph for a character.
func lacks(face font.Face, r rune) bool {
	var buf sfnt.Buffer
	i, err := face.Face.GlyphIndex(&buf, r)
	return err != nil || i == 0
}

// WriteSVG writes the drawing as SVG, on white.
func (d *Drawing) WriteSVG(w io.Writer) error {
	data, err := d.SVG(true)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// SVG returns the drawing as SVG, on paper or with a transparent background.
func (d *Drawing) SVG(onPaper bool) ([]byte, error) {
	c := vgsvg.New(d.Width, d.Height)
	area := draw.New(c)
	if onPaper {
		area.SetColor(Paper)
		area.Fill(area.Rectangle.Path())
	}
	d.Draw(area)
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return nil, err
	}
	// Arial and Helvetica have the widths of the font that the drawing was measured with, which few
	// systems have under its own name. With another font, texts are as wide as they were measured.
	data := bytes.ReplaceAll(buf.Bytes(), []byte("font-family:Liberation Sans;"), []byte(FontFamily))
	return svgText().ReplaceAllFunc(data, fitted), nil
}

// svgText matches a text of an SVG drawing: its attributes, weight, size and content.
var svgText = text.Pattern(`<text ([^>]*font-weight:(\w+);[^>]*font-size:([\d.]+)px[^>]*)>([^<]+)</text>`)

// fitted adds the width of a text to its element, unless the reader's fonts supply some of it.
func fitted(element []byte) []byte {
	m := svgText().FindSubmatch(element)
	size, _ := strconv.ParseFloat(string(m[3]), 64)
	sty, content := Style(size, Ink, 0, 0), html.UnescapeString(string(m[4]))
	if string(m[2]) == "bold" {
		sty = Strong(sty)
	}
	face := sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size)
	if strings.ContainsFunc(content, func(r rune) bool { return lacks(face, r) }) {
		return element
	}
	return fmt.Appendf(nil, `<text %s textLength="%.5g" lengthAdjust="spacingAndGlyphs">%s</text>`, m[1],
		face.Width(content).Points(), m[4])
}
