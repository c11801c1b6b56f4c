package report

import (
	"fmt"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// sizedRecorder is a recorder of a canvas with a size.
type sizedRecorder struct {
	*recorder.Canvas
	w, h vg.Length
}

func (r sizedRecorder) Size() (w, h vg.Length) { return r.w, r.h }

// TestTextsFit checks that no text of a figure leaves it or covers another, and that the type can
// be read on a screen of 360 pixels, where a figure has about 320.
func TestTextsFit(t *testing.T) {
	figures := map[string]*Figure{"nothing": RMSEBars(&experiment.Report{})}
	for n, list := range [][]string{names(1), names(2), names(14)} {
		r := thesis(list, "ols", "lasso", "ridge")
		figures[fmt.Sprintf("bars %d", n)] = RMSEBars(r)
		figures[fmt.Sprintf("histograms %d", n)] = RatingHistograms(r)
		figures[fmt.Sprintf("curves %d", n)] = CurveFigure(learning(list, "ols", "ridge"), Options{})
	}
	figures["awkward bars"] = RMSEBars(awkward())
	figures["awkward curves"] = CurveFigure(awkwardCurve(), Options{})
	for name, f := range figures {
		rec := sizedRecorder{&recorder.Canvas{}, f.drawing.Width, f.drawing.Height}
		f.drawing.Draw(draw.New(rec))
		type box struct {
			x0, y0, x1, y1 vg.Length
			text           string
		}
		var boxes []box
		for _, action := range rec.Actions {
			s, ok := action.(*recorder.FillString)
			if !ok || s.String == "" {
				continue
			}
			size := s.Font.Size
			sty := figure.Style(size.Points(), figure.Ink, 0, 0)
			sty.Font = s.Font
			b := box{s.Point.X, s.Point.Y - size*.15, s.Point.X + sty.Width(s.String),
				s.Point.Y + size*.72, s.String}
			if b.x0 < 0 || b.y0 < 0 || b.x1 > f.drawing.Width || b.y1 > f.drawing.Height {
				t.Errorf("%s: %q leaves the figure: %v", name, s.String, b)
			}
			for _, other := range boxes {
				if b.x0 < other.x1 && other.x0 < b.x1 && b.y0 < other.y1 && other.y0 < b.y1 {
					t.Errorf("%s: %q covers %q", name, b.text, other.text)
				}
			}
			boxes = append(boxes, b)
			if columns := float64((f.drawing.Width + figure.Gap) / (figure.PanelWidth + figure.Gap)); size.Points()*
				320/f.drawing.Width.Points()*max(1, float64(int(columns))) < 8.5 {
				t.Errorf("%s: %q has %v points of %v", name, b.text, size, f.drawing.Width)
			}
		}
	}
}
