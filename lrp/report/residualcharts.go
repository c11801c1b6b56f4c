package report

import (
	"fmt"
	"html/template"
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// scatter draws predictions against ratings.
func (v *view) scatter(r *experiment.Result, room *budget) template.HTML {
	e := residuals(r, v.Ratings)
	errors, actual := known(e, v.Ratings)
	predicted, _ := known(maskedBy(r.HeldOut.Mean, e), v.Ratings)
	sub := fmt.Sprintf("RMSE of the means %s, r %s", decimal(rootMeanSquare(errors), 4),
		signedOr(stats.Pearson(predicted, actual)))
	c := newChart(contender(r), sub, ratingScale("rating"), ratingScale("prediction"))
	v.dots(c, e, room, func(i int) float64 { return r.HeldOut.Mean[i] })
	c.guide(0, 0, 1, 1)
	return c.done()
}

// residualScatter draws residuals against ratings.
func (v *view) residualScatter(e []float64, name string, room *budget) template.HTML {
	errors, actual := known(e, v.Ratings)
	c := newChart("Residual by rating",
		fmt.Sprintf("%s, r %s", name, signedOr(stats.Pearson(errors, actual))),
		ratingScale("rating"), evenScale("residual", furthest(errors)))
	v.dots(c, e, room, func(i int) float64 { return e[i] })
	c.guide(0, 0, 1, 0)
	return c.done()
}

// dots draws a value against the rating, for each respondent whose residual is known.
func (v *view) dots(c *chart, e []float64, room *budget, y func(i int) float64) {
	named := v.described() && room.named(len(v.Ratings))
	c.WriteString(`<g class="dot">`)
	for i, x := range v.Ratings {
		if i%every(len(v.Ratings)) != 0 || math.IsNaN(e[i]) {
			continue
		}
		note := ""
		if named {
			note = fmt.Sprintf("%s: %s, residual %s", nameOf(v.Data.Respondents[i].ID),
				decimal(x, 3), signedShort(e[i]))
		}
		c.dot(x, y(i), note)
	}
	c.WriteString("</g>")
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
	x := evenScale("residual", furthest(values))
	const bins = 21 // odd, so that one is centred at 0
	var count [bins]float64
	for _, r := range values {
		count[min(int(x.at(r)*bins), bins-1)] += 1 / float64(len(values))
	}
	top := 0.0
	for _, s := range count {
		top = max(top, s)
	}
	mean, sd := stats.MeanSD(values)
	c := newChart("Residuals", fmt.Sprintf("%s, mean %s, sd %s", name, signedShort(mean),
		decimal(sd, 3)), x, shareScale("share of respondents", top))
	c.WriteString(`<g class="bar">`)
	for i, s := range count {
		if s > 0 {
			at := func(k int) float64 { return x.lo + (x.hi-x.lo)*float64(k)/bins }
			c.bar(at(i), at(i+1), s, "")
		}
	}
	c.WriteString("</g>")
	c.guide(0, 0, 0, c.y.hi)
	return c.done()
}
