package report

import (
	"fmt"
	"html/template"
	"math"

	"github.com/luna-rating/luna/lrp/stats"
)

// ratingsChart draws a histogram of the ratings.
func (v *view) ratingsChart() template.HTML {
	share, n := shares(v.Ratings)
	sub := fmt.Sprintf("%s, mean %s, sd %s", counted(n, "rating"), decimal(v.RatingMean, 3),
		decimal(v.RatingSD, 3))
	if n == 0 {
		sub = "no ratings in the report"
	}
	top := 0.0
	for _, s := range share {
		top = max(top, s)
	}
	c := newChart("Ratings", sub, ratingScale("rating"), shareScale("share of respondents", top))
	c.WriteString(`<g class="bar">`)
	for i, s := range share {
		if s > 0 {
			c.bar(float64(i)/bins, float64(i+1)/bins, s, "")
		}
	}
	c.WriteString("</g>")
	if n > 0 && defined(v.RatingMean) {
		c.guide(v.RatingMean, 0, v.RatingMean, c.y.hi)
	}
	return c.done()
}

// wordsChart draws a histogram of the lengths of responses in words. The longest 1% share the last
// bin.
func wordsChart(words []int) template.HTML {
	most, reach := 0, percentile(words, .99)
	for _, n := range words {
		most = max(most, n)
	}
	width := max(1, (reach+23)/24)
	count := make([]float64, reach/width+1)
	for _, n := range words {
		count[min(n/width, len(count)-1)] += 1 / float64(len(words))
	}
	top := 0.0
	for _, s := range count {
		top = max(top, s)
	}
	end := len(count) * width
	x := scale{title: "words", hi: float64(end), format: "%.0f"}
	x.ticks, _ = ticks(x.hi)
	for len(x.ticks) > 1 && x.ticks[1] != math.Trunc(x.ticks[1]) { // few words: whole numbers only
		x.ticks = []float64{0, 1, 2, 3, 4}[:min(end+1, 5)]
	}
	sub := fmt.Sprintf("median %s, longest %d", round(quartiles(words)[1]), most)
	if most >= end {
		sub += "; last bar: all longer ones"
	}
	c := newChart("Words per response", sub, x, shareScale("share of responses", top))
	c.WriteString(`<g class="bar">`)
	for i, s := range count {
		if s > 0 {
			c.bar(float64(i*width), float64((i+1)*width), s, "")
		}
	}
	c.WriteString("</g>")
	return c.done()
}

// percentile returns the smallest value that at least the given share of the values does not
// exceed.
func percentile(values []int, share float64) int {
	most := 0
	for _, n := range values {
		most = max(most, n)
	}
	count := make([]int, most+1)
	for _, n := range values {
		count[n]++
	}
	sum := 0
	for n, c := range count {
		if sum += c; float64(sum) >= share*float64(len(values)) {
			return n
		}
	}
	return most
}

// scoresChart draws the mean score of each question.
func scoresChart(p *profile) template.HTML {
	n := min(len(p.questions), maxQuestions)
	var scores []float64
	for _, q := range p.questions[:n] {
		if defined(q.score) {
			scores = append(scores, q.score)
		}
	}
	mean, _ := stats.MeanSD(scores)
	x := scale{title: "question, in the order of the table", lo: .5, hi: float64(n) + .5,
		format: "%.0f"}
	for k := range min(n, 10) {
		x.ticks = append(x.ticks,
			math.Round(1+float64(k)*float64(n-1)/math.Max(1, float64(min(n, 10)-1))))
	}
	c := newChart("Mean score of each question", "mean of the questions "+decimal(mean, 3), x,
		ratingScale("mean score"))
	c.WriteString(`<g class="bar">`)
	for i, q := range p.questions[:n] {
		if defined(q.score) {
			c.bar(float64(i)+.5, float64(i)+1.5, q.score,
				fmt.Sprintf("%s: %s", q.id, decimal(q.score, 3)))
		}
	}
	c.WriteString("</g>")
	c.guide(.5, mean, float64(n)+.5, mean)
	return c.done()
}
