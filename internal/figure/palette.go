package figure

import (
	"image/color"
	"strings"
)

// The colours of the figures. Those of the series are by Okabe and Ito, who chose them for
// colour-blind readers.
var (
	Paper = hex("#FFFFFF")
	Ink   = hex("#1F2328")
	Muted = hex("#59636E")
	Rule  = hex("#E3E6EA")
	Grey  = hex("#8C959F")

	Series = []color.NRGBA{
		hex("#0072B2"), hex("#E69F00"), hex("#009E73"), hex("#CC79A7"), hex("#D55E00"),
		hex("#56B4E9"),
	}
)

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
