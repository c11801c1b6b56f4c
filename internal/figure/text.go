package figure

import (
	"image/color"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
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
