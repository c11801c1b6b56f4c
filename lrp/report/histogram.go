package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/lrp/experiment"
)

// bins is the number of bins of a histogram of ratings in [0,1].
const bins = 20

// histogramKey explains the histograms.
const histogramKey = "Share of the respondents, in bins of 0.05; the dashed line is the mean."

// RatingHistograms draws the distribution of the ratings of each data set, one panel per data set,
// with common bins and a common scale, as in the thesis's Figure 5.2.
func RatingHistograms(r *experiment.Report) *Figure {
	g := grid{n: len(r.Datasets), columns: 3, width: 330, height: 220, gapX: 28, gapY: 26,
		heading: 52, margin: 22}
	switch {
	case g.n <= 1:
		g.columns, g.width, g.height = 1, 760, 380
	case g.n == 2 || g.n == 4:
		g.columns, g.width, g.height = 2, 460, 270
	}
	w, h := g.size()
	top := histogramTop(r)
	return &Figure{w, h, func(c draw.Canvas) {
		head := strong(style(14, ink, text.XLeft, text.YTop))
		c.FillText(head, vg.Point{X: c.Min.X + g.margin, Y: c.Max.Y - g.margin}, "Ratings")
		sub := style(9, muted, text.XLeft, text.YTop)
		c.FillText(sub, vg.Point{X: c.Min.X + g.margin, Y: c.Max.Y - g.margin - 19}, histogramKey)
		for i := range r.Datasets {
			drawHistogram(g.at(c, i), &r.Datasets[i], r.Datasets[i].Name, top)
		}
	}}
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

func drawHistogram(c draw.Canvas, d *experiment.DatasetReport, title string, top float64) {
	share, n := shares(d.Ratings)
	under := fmt.Sprintf("n = %d, mean %s, sd %s", d.Respondents, decimal(d.RatingMean, 2),
		decimal(d.RatingSD, 2))
	if d.Synthetic {
		under = "SYNTHETIC, " + under
	}
	a := frame(c, title, under, top, true, 10, 30)
	x := func(v float64) vg.Length { return a.Min.X + vg.Length(v)*(a.Max.X-a.Min.X) }
	for i, s := range share {
		if s > 0 {
			a.box(x(float64(i)/bins)+.75, x(float64(i+1)/bins)-.75, a.Min.Y, a.y(s), series[0])
		}
	}
	a.floor()
	label := style(8.5, muted, text.XCenter, text.YTop)
	for i := range 6 {
		v := float64(i) / 5
		a.segment(muted, 1, x(v), a.Min.Y, x(v), a.Min.Y-3)
		a.FillText(label, vg.Point{X: x(v), Y: a.Min.Y - 5}, fmt.Sprintf("%.1f", v))
	}
	a.FillText(style(9, muted, text.XCenter, text.YTop), vg.Point{X: a.Center().X, Y: a.Min.Y - 17},
		"rating")
	if n == 0 {
		a.note("the report holds no ratings")
		return
	}
	if defined(d.RatingMean) {
		a.segment(ink, 1, x(d.RatingMean), a.Min.Y, x(d.RatingMean), a.Max.Y, 4, 3)
	}
}
