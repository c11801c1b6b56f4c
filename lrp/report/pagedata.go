package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
)

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

// text summarizes a data set's texts.
func (p *profile) text() string {
	s := fmt.Sprintf("%s, %s without any word", counted(p.responses, "response"), share(p.blank))
	if len(p.words) > 0 {
		q := quartiles(p.words)
		s += fmt.Sprintf("; the others have a median of %s words (quartiles %s and %s)",
			round(q[1]), round(q[0]), round(q[2]))
	}
	switch {
	case p.keyed == 0:
		s += ". No question has an answer key."
	default:
		s += fmt.Sprintf(". %s of %s have an answer key, with %s in all; %s of the responses to "+
			"them match an acceptable answer, ignoring case and punctuation.",
			strconv.Itoa(p.keyed), counted(len(p.questions), "question"), counted(p.answers,
				"acceptable answer"), share(p.inKey))
	}
	if !p.scored {
		s += " There are no scores per question."
	}
	return s
}

func (p *profile) table() pageTable {
	t := pageTable{
		Caption: "Questions",
		Folded:  len(p.questions) >= minFolded,
		Head: []pageHead{
			{Text: "question", Words: true},
			{Text: "key", Title: "number of acceptable answers"},
			{Text: "missing", Title: "share of the responses without any word"},
			{Text: "words", Title: "median number of words of the other responses"},
			{Text: "quartiles", Title: "lower and upper quartile of the number of words"},
			{Text: "distinct", Title: "number of different texts, ignoring case and punctuation"},
			{Text: "as key",
				Title: "share of the responses that match an acceptable answer, ignoring case " +
					"and punctuation"},
		},
	}
	if p.scored {
		t.Head = append(t.Head,
			pageHead{Text: "mean score", Title: "from 0 to 1, over the respondents with a score"},
			pageHead{Text: "r rating",
				Title: "correlation of the question's score with the rating, which often " +
					"includes that score"})
	}
	t.Head = append(t.Head, pageHead{Text: "text", Words: true, Long: true})
	for _, q := range p.questions[:min(len(p.questions), maxQuestions)] {
		row := []pageCell{
			{Text: nameOf(q.id)}, {Text: strconv.Itoa(q.answers)}, {Text: share(q.blank)},
			{Text: round(q.words[1])},
			{Text: between(q.words[0],
				q.words[2])}, {Text: strconv.Itoa(q.distinct)}, {Text: share(q.inKey)},
		}
		if p.scored {
			row = append(row, pageCell{Text: decimal(q.score, 3)},
				pageCell{Text: decimal(q.rating, 3)})
		}
		t.Rows = append(t.Rows,
			append(row, pageCell{Text: shortened(clean(q.text), maxQuestionLength)}))
	}
	t.Note = leftOut(len(p.questions), "question")
	return t
}

// share formats a share in percent, with a decimal if it is small.
func share(x float64) string {
	switch {
	case !defined(x):
		return undefined
	case x == 0 || x >= .0995:
		return fmt.Sprintf("%.0f%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

// round formats a quartile with at most one decimal.
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
