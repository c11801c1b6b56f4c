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
	Table  table
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

func (p *profile) table() table {
	type question = questionProfile
	t := newTable("Questions", p.questions[:min(len(p.questions), maxQuestions)],
		words("question", func(q question) string { return nameOf(q.id) }),
		number("key", "number of acceptable answers",
			func(q question) string { return strconv.Itoa(q.answers) }),
		number("missing", "share of the responses without any word",
			func(q question) string { return share(q.blank) }),
		number("words", "median number of words of the other responses",
			func(q question) string { return round(q.words[1]) }),
		number("quartiles", "lower and upper quartile of the number of words",
			func(q question) string { return between(q.words[0], q.words[2]) }),
		number("distinct", "number of different texts, ignoring case and punctuation",
			func(q question) string { return strconv.Itoa(q.distinct) }),
		number("as key", "share of the responses that match an acceptable answer, ignoring case and "+
			"punctuation", func(q question) string { return share(q.inKey) }),
		number("mean score", "from 0 to 1, over the respondents with a score",
			func(q question) string { return decimal(q.score, 3) }).unless(!p.scored),
		number("r rating", "correlation of the question's score with the rating, which often includes "+
			"that score", func(q question) string { return decimal(q.rating, 3) }).unless(!p.scored),
		longText(func(q question) string { return q.text }))
	t.Folded, t.Note = len(p.questions) >= minFolded, leftOut(len(p.questions), "question")
	return t
}

// longText is a column of questions' texts.
func longText[T any](text func(T) string) column[T] {
	return column[T]{head: head{Text: "text", Words: true, Long: true},
		cell: plain(func(x T) string { return shortened(clean(text(x)), maxQuestionLength) })}
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
