package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func TestDrawingIsWrittenInBothForms(t *testing.T) {
	d := &Drawing{Width: 100, Height: 50, Draw: func(c draw.Canvas) {
		c.FillText(Strong(Style(10, Ink, text.XLeft, text.YBottom)), vg.Point{X: 5, Y: 5}, "ab")
		c.FillPolygon(Translucent{NRGBA: Color(0)}, []vg.Point{{X: 60, Y: 10}, {X: 90, Y: 10},
			{X: 90, Y: 40}})
	}}
	var picture bytes.Buffer
	if err := d.WritePNG(&picture); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 200 || size.Y != 100 {
		t.Errorf("the image has %v pixels, expected 200 × 100", size)
	}
	if r, g, b, _ := img.At(199, 0).RGBA(); r&g&b != 0xffff {
		t.Error("the corner is not white")
	}
	if r, _, b, _ := img.At(170, 60).RGBA(); r >= b || r == 0 {
		t.Errorf("the middle of the triangle has red %d and blue %d, expected a light blue", r, b)
	}
	var svg bytes.Buffer
	if err := d.WriteSVG(&svg); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(svg.Bytes(), []byte(">ab</text>")) {
		t.Error("the SVG lacks the text")
	}
	for x := xml.NewDecoder(&svg); ; {
		if _, err := x.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTextsKeepTheirWidths checks that texts take the room that was measured for them, whatever
// font a reader has, unless the measuring font lacks some of their characters.
func TestTextsKeepTheirWidths(t *testing.T) {
	sty := Strong(Style(12.5, Ink, text.XLeft, text.YBottom))
	d := &Drawing{Width: 100, Height: 50, Draw: func(c draw.Canvas) {
		c.FillText(sty, vg.Point{X: 5, Y: 5}, "a < b & c")
		c.FillText(sty, vg.Point{X: 5, Y: 25}, "日本")
	}}
	svg, err := d.SVG(false)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`textLength="%.5g" lengthAdjust="spacingAndGlyphs">a &lt; b &amp; c</text>`,
		sty.Width("a < b & c").Points())
	if n := bytes.Count(svg, []byte("textLength")); n != 1 || !bytes.Contains(svg, []byte(want)) {
		t.Errorf("%d texts have a width, expected one with %s: %s", n, want, svg)
	}
}

func TestWrap(t *testing.T) {
	sty := Style(TypeSize, Ink, 0, 0)
	long := "Root mean square error\x1b(RMSE): Donaudampfschifffahrtsgesellschaftskapitänsmütze, lower is better."
	lines := Wrap(sty, long, 120)
	if len(lines) < 4 {
		t.Errorf("lines %q", lines)
	}
	for _, l := range lines {
		if sty.Width(l) > 120 || l == "" || strings.Contains(l, "\x1b") {
			t.Errorf("line %q is %v wide", l, sty.Width(l))
		}
	}
	if got := Wrap(sty, " ", 120); got != nil {
		t.Errorf("lines %q of a blank text", got)
	}
}

// Panels neither overlap nor leave the figure, in one column and in several.
func TestStack(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 14} {
		var tops []vg.Point
		var panels []*Block
		for range n {
			b := &Block{}
			b.Reserve(50, func(c draw.Canvas, top vg.Length) {
				tops = append(tops, vg.Point{X: c.Min.X, Y: top})
			})
			panels = append(panels, b)
		}
		d := Stack(Heading("Title", "Text"), panels...)
		if err := d.WriteSVG(io.Discard); err != nil {
			t.Fatal(err)
		}
		for i, p := range tops {
			if p.Y > d.Height || p.Y-50 < 0 || p.X < 0 || p.X+PanelWidth > d.Width {
				t.Errorf("%d: panel %d at %v of %v × %v", n, i, p, d.Width, d.Height)
			}
			for _, q := range tops[:i] {
				if math.Abs(float64(p.X-q.X)) < float64(PanelWidth) &&
					math.Abs(float64(p.Y-q.Y)) < 50 {
					t.Errorf("%d: panels at %v and %v", n, p, q)
				}
			}
		}
		if len(tops) != n {
			t.Errorf("%d of %d panels drawn", len(tops), n)
		}
	}
}
