package report

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

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/experiment"
)

func names(n int) []string {
	list := []string{"powergrading", "mohler-v1"}
	for i := range 12 {
		list = append(list, fmt.Sprintf("mohler-assignment-%d", i+1))
	}
	return list[:n]
}

// texts lists the texts of an SVG document, which must be well-formed.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var list []string
	inText := false
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.CharData:
			if inText {
				list = append(list, strings.TrimSpace(string(token)))
			}
			inText = false
		}
	}
}

func TestFigures(t *testing.T) {
	var many experiment.Report = *thesis(names(1), "ols", "ridge", "elastic", "trees", "forest",
		"boost", "huber", "external")
	for _, c := range []struct {
		name   string
		report *experiment.Report
		bars   []string // texts of the error figure
		ratio  float64  // at most this much higher than wide
	}{
		{"one", thesis(names(1), "ols", "lasso"), []string{"powergrading",
			"BWO, binary word overlap", "COM, thesis's features", "with least squares (ols)",
			".058 lowest", "CBG, constant best guess .170",
			"with Lasso: equal to CBG in every trial: all 13 approaches"}, 3},
		{"two", thesis(names(2), "ols", "lasso", "ridge"),
			[]string{"mohler-v1", "with ridge regression"}, 5},
		{"fourteen", thesis(names(14), "ols"),
			[]string{"mohler-assignment-12", "error (RMSE)"}, 3},
		{"many regressors", &many, []string{"with Huber regression", "other systems"}, 6},
		{"awkward", awkward(),
			[]string{"SYNTHETIC, 50 respondents × 4 questions", "no results",
				"AUTO, hidden grades"}, 5},
		{"nothing", &experiment.Report{}, nil, 1},
	} {
		for kind, f := range map[string]*Figure{"bars": RMSEBars(c.report),
			"histograms": RatingHistograms(c.report)} {
			t.Run(c.name+" "+kind, func(t *testing.T) {
				if c.name != "awkward" {
					suite.Slow(t, "draws a figure")
				}
				data := written(t, f.WritePNG)
				img, err := png.Decode(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				size := img.Bounds()
				if size.Dx() < 800 || math.Abs(float64(size.Dx())-2*f.drawing.Width.Points()) > 1 ||
					math.Abs(float64(size.Dy())-2*f.drawing.Height.Points()) > 1 {
					t.Errorf("the image has size %v, the figure %v × %v points", size, f.drawing.Width, f.drawing.Height)
				}
				if r := float64(size.Dy()) / float64(size.Dx()); r > c.ratio {
					t.Errorf("the height is %v times the width", r)
				}
				if r, g, b, a := img.At(0, 0).RGBA(); r&g&b&a != 0xffff {
					t.Error("the background is not white")
				}
				svg := written(t, f.WriteSVG)
				all := strings.Join(texts(t, svg), "\n")
				for _, d := range c.report.Datasets {
					if !strings.Contains(all, strings.Fields(clean(d.Name))[0][:4]) {
						t.Errorf("no panel for %s", d.Name)
					}
				}
				if kind == "bars" {
					for _, want := range c.bars {
						if !strings.Contains("\n"+all+"\n", "\n"+want+"\n") {
							t.Errorf("no text %q", want)
						}
					}
				}
				if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
					t.Error("undefined coordinates")
				}
				if !bytes.Equal(data, written(t, f.WritePNG)) ||
					!bytes.Equal(svg, written(t, f.WriteSVG)) {
					t.Error("drawing twice gives different bytes")
				}
			})
		}
	}
}

func TestShares(t *testing.T) {
	share, n := sharesOf([]float64{0, .05, .15, .3, .35, .7, .95, 1, math.NaN(), -1, 2})
	if n != 8 {
		t.Errorf("n = %d, want 8", n)
	}
	for i, want := range map[int]float64{0: 1, 1: 1, 2: 0, 3: 1, 6: 1, 7: 1, 14: 1, 19: 2} {
		if got := share[i] * 8; math.Abs(got-want) > 1e-12 {
			t.Errorf("bin %d: %v ratings, want %v", i, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		top      float64
		want     string
		decimals int
		up       float64
	}{
		{1, "0 0.2 0.4 0.6 0.8 1", 1, 1},
		{.8, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8", 1, .8},
		{.242, "0 0.05 0.1 0.15 0.2", 2, .25},
		{.012, "0 0.002 0.004 0.006 0.008 0.01 0.012", 3, .012},
		{0, "0", 0, 1},
	} {
		values, decimals := figure.Ticks(c.top)
		var list []string
		for _, v := range values {
			list = append(list, fmt.Sprintf("%.4g", v))
		}
		if got := strings.Join(list, " "); got != c.want || decimals != c.decimals {
			t.Errorf("figure.Ticks(%v) = %s with %d decimals, want %s with %d", c.top, got, decimals,
				c.want, c.decimals)
		}
		if got := figure.UpTo(c.top); math.Abs(got-c.up) > 1e-12 {
			t.Errorf("figure.UpTo(%v) = %v, want %v", c.top, got, c.up)
		}
	}
}
