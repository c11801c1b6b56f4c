package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"

	"github.com/luna-rating/luna/lrp/stats"
)

// pageTable is a table of a page. The first cell of a row is its name.
type pageTable struct {
	Caption string
	Head    []pageHead
	Rows    [][]pageCell
	// Folded tables have a summary instead and are opened by it.
	Folded bool
	// Note says what was left out.
	Note string
}

type pageHead struct {
	Text, Title string
	Words       bool // a column of words, to the left
	Long        bool // of whole sentences
}

type pageCell struct {
	Text string
	Sort string // what the row is sorted by, where that is not the text
}

// Class is that of a cell in the column.
func (t pageTable) Class(column int) string {
	switch h := t.Head[column]; {
	case h.Long:
		return "words text"
	case h.Words:
		return "words"
	}
	return ""
}

// foldedFrom is the number of rows from which on a table of questions is folded.
const foldedFrom = 13

// pageData describes the texts of a data set.
type pageData struct {
	Text   string
	Charts []template.HTML
	Table  pageTable
}

func (v *view) pageData(p *profile) *pageData {
	d := &pageData{Charts: []template.HTML{v.ratingsChart()}}
	if p == nil {
		return d
	}
	d.Text = p.text()
	if len(p.words) > 0 {
		d.Charts = append(d.Charts, wordsChart(p.words))
	}
	if p.scored {
		d.Charts = append(d.Charts, scoresChart(p))
	}
	d.Table = p.table()
	return d
}

// text sums up a data set's texts in words.
func (p *profile) text() string {
	s := fmt.Sprintf("%s, %s without any word", counted(p.responses, "response"), share(p.blank))
	if len(p.words) > 0 {
		q := quartiles(p.words)
		s += fmt.Sprintf("; the others have a median of %s words (quartiles %s and %s)", round(q[1]), round(q[0]), round(q[2]))
	}
	switch {
	case p.keyed == 0:
		s += ". No question has an answer key."
	default:
		s += fmt.Sprintf(". %s of %s have an answer key, with %s in all; %s of the responses to them are an acceptable answer word by word, case and punctuation aside.",
			strconv.Itoa(p.keyed), counted(len(p.questions), "question"), counted(p.answers, "acceptable answer"), share(p.inKey))
	}
	if !p.scored {
		s += " There are no scores of single questions."
	}
	return s
}

func (p *profile) table() pageTable {
	t := pageTable{
		Caption: "Questions",
		Folded:  len(p.questions) >= foldedFrom,
		Head: []pageHead{
			{Text: "question", Words: true},
			{Text: "key", Title: "number of acceptable answers"},
			{Text: "missing", Title: "share of the responses without any word"},
			{Text: "words", Title: "median number of words of the others"},
			{Text: "quartiles", Title: "lower and upper quartile of that number"},
			{Text: "distinct", Title: "number of different texts, case and punctuation aside"},
			{Text: "as key", Title: "share of the responses that are an acceptable answer word by word, case and punctuation aside"},
		},
	}
	if p.scored {
		t.Head = append(t.Head,
			pageHead{Text: "mean score", Title: "from 0 to 1, over the respondents with a score"},
			pageHead{Text: "r rating", Title: "correlation of the question's score with the rating, which the score is often a part of"})
	}
	t.Head = append(t.Head, pageHead{Text: "text", Words: true, Long: true})
	for _, q := range p.questions[:min(len(p.questions), mostQuestions)] {
		row := []pageCell{
			{Text: nameOf(q.id)}, {Text: strconv.Itoa(q.answers)}, {Text: share(q.blank)}, {Text: round(q.words[1])},
			{Text: between(q.words[0], q.words[2])}, {Text: strconv.Itoa(q.distinct)}, {Text: share(q.inKey)},
		}
		if p.scored {
			row = append(row, pageCell{Text: decimal(q.score, 3)}, pageCell{Text: decimal(q.rating, 3)})
		}
		t.Rows = append(t.Rows, append(row, pageCell{Text: shortened(clean(q.text), longestQuestion)}))
	}
	t.Note = leftOut(len(p.questions), "question")
	return t
}

// leftOut says how many rows of a table of questions are not shown.
func leftOut(n int, what string) string {
	if n <= mostQuestions {
		return ""
	}
	return fmt.Sprintf("The first %d of %s.", mostQuestions, counted(n, what))
}

// share writes a share in percent, with a decimal where it is small.
func share(x float64) string {
	switch {
	case !defined(x):
		return undefined
	case x == 0 || x >= .0995:
		return fmt.Sprintf("%.0f%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

// round writes a number of words, in which quarters and halves occur.
func round(x float64) string {
	if !defined(x) {
		return undefined
	}
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

func between(lo, hi float64) string {
	if !defined(lo) || !defined(hi) {
		return undefined
	}
	return round(lo) + "–" + round(hi)
}

// ratingsChart is a histogram of the ratings.
func (v *view) ratingsChart() template.HTML {
	share, n := shares(v.Ratings)
	sub := fmt.Sprintf("%s, mean %s, sd %s", counted(n, "rating"), decimal(v.RatingMean, 3), decimal(v.RatingSD, 3))
	if n == 0 {
		sub = "the report holds no ratings"
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

// wordsChart is a histogram of the number of words of the responses, the longest percent of which are in its last bin.
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
	for len(x.ticks) > 1 && x.ticks[1] != math.Trunc(x.ticks[1]) { // few words: whole ones only
		x.ticks = []float64{0, 1, 2, 3, 4}[:min(end+1, 5)]
	}
	sub := fmt.Sprintf("median %s, longest %d", round(quartiles(words)[1]), most)
	if most >= end {
		sub += "; the last bar has all longer ones"
	}
	c := newChart("Words of a response", sub, x, shareScale("share of responses", top))
	c.WriteString(`<g class="bar">`)
	for i, s := range count {
		if s > 0 {
			c.bar(float64(i*width), float64((i+1)*width), s, "")
		}
	}
	c.WriteString("</g>")
	return c.done()
}

// percentile is the smallest value that at least that share of the values does not exceed.
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

// scoresChart shows the mean score of each question.
func scoresChart(p *profile) template.HTML {
	n := min(len(p.questions), mostQuestions)
	var scores []float64
	for _, q := range p.questions[:n] {
		if defined(q.score) {
			scores = append(scores, q.score)
		}
	}
	mean, _ := stats.MeanSD(scores)
	x := scale{title: "question, in the order of the table", lo: .5, hi: float64(n) + .5, format: "%.0f"}
	for k := range min(n, 10) {
		x.ticks = append(x.ticks, math.Round(1+float64(k)*float64(n-1)/math.Max(1, float64(min(n, 10)-1))))
	}
	c := newChart("Mean score of each question", "mean of the questions "+decimal(mean, 3), x, ratingScale("mean score"))
	c.WriteString(`<g class="bar">`)
	for i, q := range p.questions[:n] {
		if defined(q.score) {
			c.bar(float64(i)+.5, float64(i)+1.5, q.score, fmt.Sprintf("%s: %s", q.id, decimal(q.score, 3)))
		}
	}
	c.WriteString("</g>")
	c.guide(.5, mean, float64(n)+.5, mean)
	return c.done()
}
