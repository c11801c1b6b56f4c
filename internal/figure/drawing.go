// Package figure draws figures. A [Drawing] is written as PNG and as SVG; fonts, colours and scales
// are shared by all figures of the program.
package figure

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
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
	var buf sfnt.Buffer
	c.Canvas.FillString(face, at, strings.Map(func(r rune) rune {
		if i, err := face.Face.GlyphIndex(&buf, r); err != nil || i == 0 {
			return '□'
		}
		return r
	}, s))
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
	// systems have under its own name.
	return bytes.ReplaceAll(buf.Bytes(), []byte("font-family:Liberation Sans;"), []byte(FontFamily)), nil
}
