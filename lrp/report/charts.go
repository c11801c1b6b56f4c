package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// bins is the number of bins of a histogram of ratings in [0,1].
const bins = 20

// histogramKey explains the histograms.
const histogramKey = "Share of the respondents, in bins of 0.05; the dashed line is the mean."

// RatingHistograms draws the distribution of the ratings of each data set, one panel per data set,
// with common bins and a common scale, as in the thesis's Figure 5.2.
func RatingHistograms(r *experiment.Report) *Figure {
	top := 0.0
	for _, d := range r.Datasets {
		share, _ := sharesOf(d.Ratings)
		top = math.Max(top, slices.Max(share))
	}
	var panels []*figure.Block
	for i := range r.Datasets {
		d := &r.Datasets[i]
		under := fmt.Sprintf("%s, mean %s, standard deviation %s", text.Count(d.Respondents, "respondent"),
			decimal(d.RatingMean, 2), decimal(d.RatingSD, 2))
		if d.Synthetic {
			under = "SYNTHETIC, " + under
		}
		k, p := figure.Panel(d.Name, under), figure.NewPlot("rating", "")
		if addRatings(p, d, top) == 0 {
			k.Caption("the report holds no ratings")
		}
		k.Plot(p, 200)
		panels = append(panels, k)
	}
	return &Figure{figure.Stack(figure.Heading("Distribution of the ratings", histogramKey), panels...)}
}

// addRatings adds the histogram of a data set's ratings and their mean, and returns their number.
func addRatings(p *figure.Plot, d *experiment.DatasetReport, top float64) int {
	share, n := sharesOf(d.Ratings)
	figure.Range(&p.X, 0, 1)
	top = figure.UpTo(math.Max(top, slices.Max(share)))
	ticks, decimals := figure.Ticks(top)
	p.Grid()
	p.Histogram(0, 1, share)
	figure.Scale(&p.Y, 0, top, ticks, func(x float64) string {
		return fmt.Sprintf("%.*f%%", max(0, decimals-2), 100*x)
	})
	if n > 0 && defined(d.RatingMean) {
		p.Straight(guide, d.RatingMean, 0, d.RatingMean, p.Y.Max)
	}
	return n
}

// sharesOf returns the share of ratings in each bin, and the number of ratings.
func sharesOf(ratings []float64) (share []float64, n int) {
	share = make([]float64, bins)
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

// guide is the style of lines to compare data with.
var guide = draw.LineStyle{Color: figure.Ink, Width: 1.5, Dashes: []vg.Length{4, 3}}

// chartHeight is the height of the plot in a chart.
const chartHeight vg.Length = 240

// chart is a small figure of a page. Its dots have the names of respondents, if any, as tooltips.
func chart(title, subtitle string, p *figure.Plot, dots ...dot) template.HTML {
	p.X.Label.Position = draw.PosCenter
	k := figure.Panel(title, snip(clean(subtitle), 62))
	k.Plot(p, chartHeight)
	c := p.DataCanvas(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: figure.PlotWidth, Y: chartHeight}}})
	x, y := p.Transforms(&c)
	var marks strings.Builder
	marks.WriteString(`<g class="dot">`)
	for _, d := range dots {
		name := ""
		if d.name != "" {
			name = "<title>" + html.EscapeString(clean(d.name)) + "</title>"
		}
		fmt.Fprintf(&marks, `<circle cx="%.1f" cy="%.1f" r="3">%s</circle>`, x(d.x), k.Height-y(d.y), name)
	}
	marks.WriteString("</g>")
	if len(dots) == 0 {
		marks.Reset()
	}
	return inline(k, "chart", title+". "+subtitle, marks.String())
}

type dot struct {
	x, y float64
	name string
}

// ratingsChart draws a histogram of the ratings.
func (v *view) ratingsChart() template.HTML {
	p := figure.NewPlot("rating", "share of respondents")
	n := addRatings(p, v.DatasetReport, 0)
	sub := fmt.Sprintf("%s, mean %s, sd %s", text.Count(n, "rating"), decimal(v.RatingMean, 3),
		decimal(v.RatingSD, 3))
	if n == 0 {
		sub = "no ratings in the report"
	}
	return chart("Ratings", sub, p)
}

// scatter draws mean predictions against ratings, every n-th respondent of many.
func (v *view) scatter(r *experiment.Result, n int) template.HTML {
	var predicted, actual, squares []float64
	var dots []dot
	for i, y := range v.Ratings {
		p := r.HeldOut.Mean[i]
		if math.IsNaN(p) {
			continue
		}
		predicted, actual, squares = append(predicted, p), append(actual, y), append(squares, (p-y)*(p-y))
		if i%n == 0 {
			d := dot{x: y, y: p}
			if v.described() {
				d.name = fmt.Sprintf("%s: %s, residual %s", nameOf(v.Data.Respondents[i].ID), decimal(y, 3),
					signedShort(p-y))
			}
			dots = append(dots, d)
		}
	}
	p := figure.NewPlot("rating", "prediction")
	figure.Range(&p.X, 0, 1)
	figure.Range(&p.Y, 0, 1)
	p.Grid()
	p.Straight(guide, 0, 0, 1, 1)
	mean, _ := stats.MeanSD(squares)
	sub := fmt.Sprintf("RMSE of the means %s, r %s", decimal(math.Sqrt(mean), 4),
		signedOr(stats.Pearson(predicted, actual)))
	return chart(contender(r), sub, p, dots...)
}

func signedOr(x float64) string {
	if !defined(x) {
		return undefined
	}
	return signedShort(x)
}

func signedShort(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1) }
