package pagetest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// gap is the width in pixels between pages side by side, on a ground of one colour.
const gap = 8

var ground = color.RGBA{128, 128, 128, 255}

// Screenshots never agree to the pixel, since fonts, dates and browsers differ. They are compared
// by the mean brightness of blocks.
const (
	blockSide  = 24   // pixels
	blockLimit = 40   // difference of brightness, of 255, from which a block counts as another one
	blockShare = 0.12 // share of other blocks from which a picture counts as another one
)

// Picture compares a picture in a document with screenshots, in PNG: the upper left parts, of the
// given size, side by side. The test fails if they look different.
func Picture(t *testing.T, file string, width, height int, screenshots ...[]byte) {
	t.Helper()
	now := image.NewRGBA(image.Rect(0, 0, (width+gap)*len(screenshots)-gap, height))
	draw.Draw(now, now.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for i, data := range screenshots {
		shot, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		at := image.Rect(0, 0, width, height).Add(image.Pt(i*(width+gap), 0))
		draw.Draw(now, at, shot, shot.Bounds().Min, draw.Src)
	}
	if bare(now) {
		t.Fatalf("%s: a screenshot is less than %d pixels high, or %d wide", file, height, width)
	}
	data, err := os.ReadFile(file)
	if err != nil && !suite.Update() {
		t.Fatal(err)
	}
	share := 1.
	if err == nil {
		shown, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		share = difference(shown, now)
	}
	switch {
	case suite.Update() && share > 0:
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, now); err != nil {
			t.Fatal(err)
		}
		suite.Write(t, file, b.Bytes())
	case share > blockShare:
		t.Errorf("%s: %.0f%% of the picture differ from the page, at most %.0f%% may. %s",
			file, 100*share, 100*blockShare, suite.Accept(t))
	}
}

// bare reports whether a page does not reach the foot of a picture: more than a gap of the ground
// is seen there.
func bare(img image.Image) bool {
	b, run := img.Bounds(), 0
	for x := b.Min.X; x < b.Max.X && run <= gap; x++ {
		if run++; color.RGBAModel.Convert(img.At(x, b.Max.Y-1)) != ground {
			run = 0
		}
	}
	return run > gap
}

// difference returns the share of blocks that differ in brightness; 1 for other sizes.
func difference(a, b image.Image) float64 {
	if a.Bounds().Size() != b.Bounds().Size() {
		return 1
	}
	size := a.Bounds().Size()
	blocks, other := 0, 0
	for y := 0; y < size.Y; y += blockSide {
		for x := 0; x < size.X; x += blockSide {
			blocks++
			d := brightness(a, x, y) - brightness(b, x, y)
			if max(d, -d) > blockLimit {
				other++
			}
		}
	}
	return float64(other) / float64(blocks)
}

// brightness returns the mean brightness of a block, from 0 to 255.
func brightness(img image.Image, x, y int) float64 {
	origin := img.Bounds().Min
	block := image.Rect(x, y, x+blockSide, y+blockSide).Add(origin).Intersect(img.Bounds())
	sum := 0.
	for y := block.Min.Y; y < block.Max.Y; y++ {
		for x := block.Min.X; x < block.Max.X; x++ {
			sum += float64(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
		}
	}
	return sum / float64(block.Dx()*block.Dy())
}
