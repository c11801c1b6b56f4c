package pages

import (
	"math"
	"strconv"
	"strings"
)

// Disc is a player's appearance: an initial on a disc.
type Disc struct {
	Initial   string
	Color     string // color of the disc
	Ink       string // color of the initial, in contrast to Color
	ColorName string // the color in words, for people who cannot see it
}

// NewDisc returns the disc of a player. An invalid color becomes gray.
func NewDisc(initial, color string) Disc {
	d := Disc{Initial: initial, Color: "#555555"}
	if _, ok := parseColor(color); ok {
		d.Color = color
	}
	c, _ := parseColor(d.Color)
	d.Ink, d.ColorName = "#ffffff", colorName(c)
	if contrast(c, [3]float64{1, 1, 1}) < contrast(c, [3]float64{}) {
		d.Ink = "#000000"
	}
	return d
}

// parseColor parses a color such as "#1e88e5" into red, green and blue from 0 to 1.
func parseColor(color string) (c [3]float64, ok bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 || color[0] != '#' {
		return c, false
	}
	return [3]float64{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}, true
}

// contrast is the contrast ratio of two colors by WCAG 2, from 1 to 21.
func contrast(a, b [3]float64) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c [3]float64) float64 {
	for i, v := range c {
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

// colorName is a plain English word for a color.
func colorName(c [3]float64) string {
	hi, lo := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	if hi-lo < 0.12 {
		switch {
		case hi < 0.2:
			return "black"
		case hi > 0.85:
			return "white"
		}
		return "gray"
	}
	names := []string{
		"red", "orange", "yellow", "green", "green", "teal", "blue", "blue", "blue", "purple",
		"purple", "pink", "red",
	}
	return names[int(hue(c)/30+0.5)]
}

// hue is the hue of a color that is not gray, in degrees from 0 to 360.
func hue(c [3]float64) float64 {
	hi, lo := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	var h float64
	switch hi {
	case c[0]:
		h = (c[1] - c[2]) / (hi - lo)
	case c[1]:
		h = 2 + (c[2]-c[0])/(hi-lo)
	default:
		h = 4 + (c[0]-c[1])/(hi-lo)
	}
	return math.Mod(60*h+360, 360)
}
