package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/lrp/experiment"
)

// bins is the number of bins of a histogram of ratings in [0,1].
const bins = 20

// histogramKey explains the histograms.
const histogramKey = "Share of the respondents, in bins of 0.05; the dashed line is the mean."

// RatingHistograms draws the distribution of the ratings of each data set, one panel per data set,
// with common bins and a common scale, as in the thesis's Figure 5.2.
func RatingHistograms(r *experiment.Report) *Figure {
	t := figure.Heading("Distribution of the ratings", histogramKey)
	top := histogramTop(r)
	var panels []*block
	for i := range r.Datasets {
		panels = append(panels, histogram(&r.Datasets[i], top))
	}
	return stack(t, panels)
}

// shares returns the share of ratings in each bin, and the number of ratings.
func shares(ratings []float64) (share [bins]float64, n int) {
	for _, x := range ratings {
		if !(x >= 0 && x <= 1) {
			continue
		}
		// A rating just below a bin's edge is there because of rounding.
		share[min(int(math.Floor(x*bins+1e-9)), bins-1)]++
		n++
	}
	for i := range share {
		share[i] /= math.Max(1, float64(n))
	}
	return share, n
}

// histogramTop returns the upper end of the common scale.
func histogramTop(r *experiment.Report) float64 {
	top := 0.
	for i := range r.Datasets {
		share, _ := shares(r.Datasets[i].Ratings)
		for _, s := range share {
			top = math.Max(top, s)
		}
	}
	return upTo(top)
}

// histogram returns a data set's panel.
func histogram(d *experiment.DatasetReport, top float64) *block {
	under := fmt.Sprintf("%s, mean %s, standard deviation %s", counted(d.Respondents, "respondent"),
		decimal(d.RatingMean, 2), decimal(d.RatingSD, 2))
	if d.Synthetic {
		under = "SYNTHETIC, " + under
	}
	k := titled(d.Name, under)
	const height = 210
	k.Reserve(height, func(c draw.Canvas, at vg.Length) {
		c.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: at - height},
			Max: vg.Point{X: c.Max.X, Y: at}}
		drawHistogram(plotArea{Canvas: draw.Crop(c, 40, -10, 40, -8), top: top}, d)
	})
	return k
}

func drawHistogram(a plotArea, d *experiment.DatasetReport) {
	a.levels(true)
	share, n := shares(d.Ratings)
	x := func(v float64) vg.Length { return a.Min.X + vg.Length(v)*(a.Max.X-a.Min.X) }
	for i, s := range share {
		if s > 0 {
			a.box(x(float64(i)/bins)+.75, x(float64(i+1)/bins)-.75, a.Min.Y, a.y(s), series[0])
		}
	}
	a.floor()
	label := style(12, muted, text.XCenter, text.YTop)
	for i := range 6 {
		v := float64(i) / 5
		a.segment(muted, 1, x(v), a.Min.Y, x(v), a.Min.Y-3)
		a.FillText(label, vg.Point{X: x(v), Y: a.Min.Y - 5}, fmt.Sprintf("%.1f", v))
	}
	a.FillText(style(typeSize, muted, text.XRight, text.YTop),
		vg.Point{X: a.Max.X, Y: a.Min.Y - 21}, "rating")
	if n == 0 {
		a.note("the report holds no ratings")
		return
	}
	if defined(d.RatingMean) {
		a.segment(ink, 1.5, x(d.RatingMean), a.Min.Y, x(d.RatingMean), a.Max.Y, 4, 3)
	}
}
