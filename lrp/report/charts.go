package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
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
		under := fmt.Sprintf("%s, mean %s, standard deviation %s", counted(d.Respondents, "respondent"),
			decimal(d.RatingMean, 2), decimal(d.RatingSD, 2))
		if d.Synthetic {
			under = "SYNTHETIC, " + under
		}
		k, p := titled(d.Name, under), newPlot("rating", "")
		if addRatings(p, d, top) == 0 {
			k.Add(note, figure.LineHeight, "the report holds no ratings")
		}
		addPlot(k, p, 200)
		panels = append(panels, k)
	}
	return &Figure{*figure.Stack(figure.Heading("Distribution of the ratings", histogramKey), panels...)}
}

// addRatings adds the histogram of a data set's ratings and their mean, and returns their number.
func addRatings(p *plot.Plot, d *experiment.DatasetReport, top float64) int {
	share, n := sharesOf(d.Ratings)
	unitScale(&p.X)
	shares(&p.Y, math.Max(top, slices.Max(share)))
	p.Add(grid(), histogram(0, 1, share))
	if n > 0 && defined(d.RatingMean) {
		p.Add(straight(guide, d.RatingMean, 0, d.RatingMean, p.Y.Max))
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

// chartHeight is the height of the plot in a chart.
const chartHeight vg.Length = 240

// chart is a small figure of a page. Its dots have the names of respondents, if any, as tooltips.
func chart(title, subtitle string, p *plot.Plot, dots ...dot) template.HTML {
	p.X.Label.Position = draw.PosCenter
	k := titled(title, snip(clean(subtitle), 62))
	addPlot(k, p, chartHeight)
	c := p.DataCanvas(draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: plotWidth, Y: chartHeight}}})
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
	return inline(panelOf(k, figure.PanelWidth), "chart", title+". "+subtitle, marks.String())
}

type dot struct {
	x, y float64
	name string
}

// evenScale is an axis from -reach to reach, or a little further.
func evenScale(a *plot.Axis, reach float64) {
	end := figure.UpTo(reach)
	values, decimals := figure.Ticks(end)
	step, ticks := max(1, (len(values)+2)/3), []float64{0} // few, because they are mirrored below 0
	for i := step; i < len(values); i += step {
		ticks = append(ticks, values[i], -values[i])
	}
	scale(a, -end, end, ticks, func(x float64) string {
		return strings.Replace(fmt.Sprintf("%.*f", decimals, x), "-", "−", 1)
	})
}

// ratingsChart draws a histogram of the ratings.
func (v *view) ratingsChart() template.HTML {
	p := newPlot("rating", "share of respondents")
	n := addRatings(p, v.DatasetReport, 0)
	sub := fmt.Sprintf("%s, mean %s, sd %s", counted(n, "rating"), decimal(v.RatingMean, 3),
		decimal(v.RatingSD, 3))
	if n == 0 {
		sub = "no ratings in the report"
	}
	return chart("Ratings", sub, p)
}

// wordsChart draws a histogram of the lengths of responses in words. The longest 1% share the last
// bin.
func wordsChart(words []int) template.HTML {
	sorted := slices.Sorted(slices.Values(words))
	most, reach := sorted[len(sorted)-1], sorted[(99*len(sorted)+99)/100-1]
	width := max(1, (reach+23)/24)
	count := make([]float64, reach/width+1)
	for _, n := range words {
		count[min(n/width, len(count)-1)] += 1 / float64(len(words))
	}
	end := len(count) * width
	p := newPlot("words", "share of responses")
	ticks, _ := figure.Ticks(float64(end))
	ticks = slices.DeleteFunc(ticks, func(x float64) bool { return x != math.Trunc(x) })
	scale(&p.X, 0, float64(end), ticks, func(x float64) string { return fmt.Sprintf("%.0f", x) })
	shares(&p.Y, slices.Max(count))
	p.Add(grid(), histogram(0, float64(end), count))
	sub := fmt.Sprintf("median %s, longest %d", round(quartiles(words)[1]), most)
	if most >= end {
		sub += "; last bar: all longer ones"
	}
	return chart("Words per response", sub, p)
}

// scoresChart draws the mean score of each question.
func scoresChart(q *profile) template.HTML {
	n := min(len(q.questions), maxQuestions)
	scores, known := make([]float64, n), []float64(nil)
	for i := range scores {
		if x := q.questions[i].score; defined(x) {
			scores[i], known = x, append(known, x)
		}
	}
	mean, _ := stats.MeanSD(known)
	p := newPlot("question, in the order of the table", "mean score")
	var ticks []float64
	for k := range min(n, 10) {
		ticks = append(ticks,
			math.Round(1+float64(k)*float64(n-1)/math.Max(1, float64(min(n, 10)-1))))
	}
	scale(&p.X, .5, float64(n)+.5, ticks, func(x float64) string { return strconv.Itoa(int(x)) })
	unitScale(&p.Y)
	p.Add(grid(), histogram(.5, float64(n)+.5, scores), straight(guide, .5, mean, float64(n)+.5, mean))
	return chart("Mean score of each question", "mean of the questions "+decimal(mean, 3), p)
}

// scatter draws predictions against ratings.
func (v *view) scatter(r *experiment.Result, room *budget) template.HTML {
	e := residuals(r, v.Ratings)
	errors, actual := known(e, v.Ratings)
	predicted, _ := known(maskedBy(r.HeldOut.Mean, e), v.Ratings)
	p := newPlot("rating", "prediction")
	unitScale(&p.X)
	unitScale(&p.Y)
	p.Add(grid(), straight(guide, 0, 0, 1, 1))
	sub := fmt.Sprintf("RMSE of the means %s, r %s", decimal(rootMeanSquare(errors), 4),
		signedOr(stats.Pearson(predicted, actual)))
	return chart(contender(r), sub, p, v.dots(e, r.HeldOut.Mean, room)...)
}

// residualScatter draws residuals against ratings.
func (v *view) residualScatter(e []float64, name string, room *budget) template.HTML {
	errors, actual := known(e, v.Ratings)
	p := newPlot("rating", "residual")
	unitScale(&p.X)
	evenScale(&p.Y, furthest(errors))
	p.Add(grid(), straight(guide, 0, 0, 1, 0))
	return chart("Residual by rating",
		fmt.Sprintf("%s, r %s", name, signedOr(stats.Pearson(errors, actual))), p, v.dots(e, e, room)...)
}

// dots are values by rating, for each respondent whose residual is known.
func (v *view) dots(e, y []float64, room *budget) (list []dot) {
	named := v.described() && room.named(len(v.Ratings))
	for i, x := range v.Ratings {
		if i%every(len(v.Ratings)) != 0 || math.IsNaN(e[i]) {
			continue
		}
		d := dot{x: x, y: y[i]}
		if named {
			d.name = fmt.Sprintf("%s: %s, residual %s", nameOf(v.Data.Respondents[i].ID),
				decimal(x, 3), signedShort(e[i]))
		}
		list = append(list, d)
	}
	return list
}

// every returns the step between the respondents that are drawn.
func every(n int) int { return (n + maxDots - 1) / maxDots }

func furthest(values []float64) float64 {
	most := 0.0
	for _, x := range values {
		most = max(most, math.Abs(x))
	}
	return most
}

// residualHistogram draws the distribution of the residuals.
func residualHistogram(e []float64, name string) template.HTML {
	values, _ := known(e, e)
	p := newPlot("residual", "share of respondents")
	evenScale(&p.X, furthest(values))
	count := make([]float64, 21) // odd, so that one is centred at 0
	for _, r := range values {
		i := int((r - p.X.Min) / (p.X.Max - p.X.Min) * float64(len(count)))
		count[min(i, len(count)-1)] += 1 / float64(len(values))
	}
	shares(&p.Y, slices.Max(count))
	p.Add(grid(), histogram(p.X.Min, p.X.Max, count), straight(guide, 0, 0, 0, p.Y.Max))
	mean, sd := stats.MeanSD(values)
	return chart("Residuals", fmt.Sprintf("%s, mean %s, sd %s", name, signedShort(mean),
		decimal(sd, 3)), p)
}
