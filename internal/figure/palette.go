package figure

import (
	"image/color"
	"strings"

	"github.com/luna-rating/luna/internal/style"
)

// The colours of the figures on white, from [palette].
var (
	Paper = hex(style.Paper.Light)
	Ink   = hex(style.Ink.Light)
	Muted = hex(style.Muted.Light)
	Rule  = hex(style.Rule.Light)
	Grey  = hex(style.Grey.Light)

	Series = colors(style.Series)
	// Pale are tints of Series, for areas with an outline in the full colour.
	Pale = colors(style.Pale)
)

func colors(list []style.Color) []color.NRGBA {
	var out []color.NRGBA
	for _, c := range list {
		out = append(out, hex(c.Light))
	}
	return out
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
