package style

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

// linear returns the linear components of a colour in sRGB, from 0 to 1.
func linear(t *testing.T, s string) [3]float64 {
	t.Helper()
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil || len(s) != 7 || s[0] != '#' {
		t.Fatalf("found colour %q, expected #RRGGBB", s)
	}
	var out [3]float64
	for i := range out {
		c := float64(v>>(16-8*i)&0xff) / 255
		if out[i] = c / 12.92; c > .04045 {
			out[i] = math.Pow((c+.055)/1.055, 2.4)
		}
	}
	return out
}

// contrast returns the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(s string) float64 {
		c := linear(t, s)
		return .2126*c[0] + .7152*c[1] + .0722*c[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func TestContrastFormula(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#FFFFFF", 21}, {"#777777", "#FFFFFF", 4.48}, {"#FF0000", "#FFFFFF", 4.00}} {
		if got := contrast(t, c.a, c.b); math.Abs(got-c.want) > .005 {
			t.Errorf("contrast of %s and %s is %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestContrasts(t *testing.T) {
	check := func(c, back Color, least float64) {
		t.Helper()
		for _, p := range [][3]string{{c.Light, back.Light, "light"}, {c.Dark, back.Dark, "dark"}} {
			if got := contrast(t, p[0], p[1]); got < least {
				t.Errorf("%s on %s, %s: the contrast is %.2f, want at least %v",
					c.Name, back.Name, p[2], got, least)
			}
		}
	}
	for _, back := range []Color{Page, Paper} {
		for _, c := range []Color{Ink, Muted, Link, Good, Bad, Warn} {
			check(c, back, 4.5)
		}
		check(Edge, back, 3)
	}
	check(Warn, Caution, 4.5)
	check(Ink, Caution, 4.5)
	for _, c := range append(Series, Grey) {
		check(c, Paper, 3)
	}
	for _, c := range Pale {
		check(Ink, c, 4.5)
	}
}

// visions are the matrices of Machado, Oliveira and Fernandes (2009) for complete colour-blindness.
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIELAB as seen by a vision.
func lab(t *testing.T, s string, vision [3][3]float64) [3]float64 {
	c := linear(t, s)
	var v [3]float64
	for i, row := range vision {
		v[i] = min(max(row[0]*c[0]+row[1]*c[1]+row[2]*c[2], 0), 1)
	}
	f := func(x float64) float64 {
		if x > .008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16./116
	}
	x := f((.4124*v[0] + .3576*v[1] + .1805*v[2]) / .95047)
	y := f(.2126*v[0] + .7152*v[1] + .0722*v[2])
	z := f((.0193*v[0] + .1192*v[1] + .9505*v[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestSeriesAreDistinct checks that all pairs of series can be told apart: about 2.3 is the least
// difference that can be seen, 10 is seen at a glance.
func TestSeriesAreDistinct(t *testing.T) {
	for vision, m := range visions {
		for i, a := range Series {
			for _, b := range Series[:i] {
				for _, p := range [][2]string{{a.Light, b.Light}, {a.Dark, b.Dark}} {
					u, v := lab(t, p[0], m), lab(t, p[1], m)
					if d := math.Hypot(math.Hypot(u[0]-v[0], u[1]-v[1]), u[2]-v[2]); d < 10 {
						t.Errorf("%s: %s and %s differ by %.1f, want 10", vision, p[0], p[1], d)
					}
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Colors() {
		for _, key := range []string{c.Name, c.Light} {
			if seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
	}
	for i := range Series {
		if want := fmt.Sprintf("series%d", i+1); Series[i].Name != want {
			t.Errorf("series %d is named %s", i+1, Series[i].Name)
		}
	}
}
