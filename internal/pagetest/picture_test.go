package pagetest

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestDifference compares a page with slightly and with entirely different ones.
func TestDifference(t *testing.T) {
	page := func(marks ...image.Rectangle) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, 400, 300))
		draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
		for _, m := range marks {
			draw.Draw(img, m, image.NewUniform(color.Gray{Y: 20}), image.Point{}, draw.Src)
		}
		return img
	}
	title, table := image.Rect(20, 10, 300, 40), image.Rect(20, 80, 380, 280)
	shown := page(title, table)
	for name, c := range map[string]struct {
		img  image.Image
		same bool
	}{
		"the same page":  {page(title, table), true},
		"a moved letter": {page(title.Add(image.Pt(2, 0)), table), true},
		"no table":       {page(title), false},
		"another size":   {image.NewRGBA(image.Rect(0, 0, 401, 300)), false},
		"an empty page":  {page(), false},
	} {
		if share := difference(shown, c.img); (share <= blockShare) != c.same {
			t.Errorf("%s: a share of %.2f differs", name, share)
		}
	}
}

// TestPicturesReachTheirFoot looks at the last rows of the documents' pictures.
func TestPicturesReachTheirFoot(t *testing.T) {
	files, err := filepath.Glob("../../docs/images/*.png")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d pictures (%v)", len(files), err)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		img, err := png.Decode(f)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if bare(img) {
			t.Errorf("%s: the foot has nothing but the ground between pages", file)
		}
		b := img.Bounds()
		cut := image.NewRGBA(b)
		draw.Draw(cut, b, img, b.Min, draw.Src)
		draw.Draw(cut, image.Rect(b.Min.X, b.Max.Y-20, b.Min.X+20, b.Max.Y), image.NewUniform(ground),
			image.Point{}, draw.Src)
		if !bare(cut) {
			t.Errorf("%s: a block of the ground at the foot is not seen", file)
		}
	}
}
