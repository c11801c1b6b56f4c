package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"testing"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func TestDrawingIsWrittenInBothForms(t *testing.T) {
	d := &Drawing{Width: 100, Height: 50, Draw: func(c draw.Canvas) {
		c.FillText(Strong(Style(10, Ink, text.XLeft, text.YBottom)), vg.Point{X: 5, Y: 5}, "ab")
		c.FillPolygon(Translucent{NRGBA: Series[0]}, []vg.Point{{X: 60, Y: 10}, {X: 90, Y: 10},
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
