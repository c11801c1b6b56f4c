package synth

import (
	"math"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Answer draws a person of the given ability and their answer to the question with the given
// index. The quality is in [0,1]. A blank answer has no text.
func (e *Exam) Answer(
	rng *rand.Rand, question int, ability float64,
) (text string, quality float64) {
	return e.AnswerBy(rng, question, e.PersonOf(rng, ability))
}

// AnswerBy draws an answer of a person to the question with the given index.
func (e *Exam) AnswerBy(rng *rand.Rand, question int, p Person) (text string, quality float64) {
	q := &e.Questions[question]
	parts := make([]tokens, 0, len(q.points))
	noise := logistic(rng)
	for i := range q.points {
		pt := &q.points[i]
		own := noise
		if i > 0 { // the points of an answer are correlated
			own = 0.6*noise + 0.8*logistic(rng)
		}
		lv := pt.draw(q.Discrimination*(p.Ability-q.Difficulty-pt.offset)+own, q.Band)
		quality += pt.weight * lv.quality
		if words := drawPhrase(rng, lv.phrases, p.Style.Verbosity).body.draw(rng, p.Style.Verbosity,
			nil); len(words) > 0 {
			parts = append(parts, words)
		}
	}
	if quality == 0 {
		switch u := rng.Float64(); {
		case u < e.Blank:
			return "", 0
		case u < e.Blank+e.Unsure:
			words := drawPhrase(rng, e.unsure, p.Style.Verbosity).body.draw(rng, p.Style.Verbosity,
				nil)
			return q.write(rng, []tokens{words}, p.Style), 0
		}
	}
	if len(parts) == 0 {
		return "", 0
	}
	if len(e.remarks) > 0 && rng.Float64() < 0.6*p.Style.Verbosity {
		remark := drawPhrase(rng, e.remarks, p.Style.Verbosity)
		parts = append(parts, remark.body.draw(rng, p.Style.Verbosity, nil))
	}
	return q.write(rng, e.pad(rng, q, parts, p.Style), p.Style), round(quality)
}

// draw returns the level that the logit x reaches: right above 0, half right within the band
// below 0, wrong below the band.
func (pt *point) draw(x, band float64) *level {
	last := len(pt.levels) - 1
	if x > 0 {
		return &pt.levels[0]
	}
	if x <= -band {
		return &pt.levels[last]
	}
	i := 1 + int(-x/band*float64(last-1))
	return &pt.levels[min(i, last)]
}

// pad adds a filler at the beginning or end.
func (e *Exam) pad(rng *rand.Rand, q *Question, parts []tokens, s Style) []tokens {
	if len(q.fillers) > 0 && rng.Float64() < s.Filler {
		opening := q.fillers[drawRank(rng, len(q.fillers))]
		first := append(tokens{}, parts[0]...)
		first[0] = uncapitalize(first[0])
		parts[0] = append(append(tokens{}, opening...), first...)
	}
	if len(e.tails) > 0 && rng.Float64() < 0.4*s.Filler {
		last := len(parts) - 1
		parts[last] = append(parts[last], e.tails[drawRank(rng, len(e.tails))]...)
	}
	return parts
}

// logistic draws from the standard logistic distribution.
func logistic(rng *rand.Rand) float64 {
	u := rng.Float64()
	for u == 0 {
		u = rng.Float64()
	}
	return math.Log(u / (1 - u))
}

// round makes sums of weights independent of the order of their terms.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// write joins the parts of an answer to a text in a style.
func (q *Question) write(rng *rand.Rand, parts []tokens, s Style) string {
	separator := ". "
	if s.Markup {
		separator = ".<br>"
	}
	var b strings.Builder
	for i, words := range parts {
		if i > 0 {
			b.WriteString(separator)
		}
		for j, w := range words {
			if j > 0 {
				b.WriteByte(' ')
			}
			if rng.Float64() < s.Typo {
				w = q.typos.misspell(rng, w)
			}
			if !s.Apostrophes {
				w = strings.ReplaceAll(w, "'", "")
			}
			switch {
			case s.Case == Lower:
				w = strings.ToLower(w)
			case s.Case == Upper && !strings.HasPrefix(w, "&"):
				w = strings.ToUpper(w)
			case s.Case == Sentence && j == 0:
				w = capitalize(w)
			}
			b.WriteString(w)
		}
	}
	text := b.String()
	if rng.Float64() < s.Period && !strings.HasSuffix(text, ".") {
		text += "."
	}
	if s.Markup && rng.Float64() < 0.7 {
		text += "<br>"
	}
	return text
}

func capitalize(w string) string {
	r, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(r)) + w[n:]
}

// uncapitalize lower-cases the first letter of a short word such as "The", "It" or "To" that no
// longer starts the sentence. Names and abbreviations stay.
func uncapitalize(w string) string {
	if len(w) > 5 || len(w) > 1 && strings.ToLower(w[1:]) != w[1:] || w == "I" {
		return w
	}
	return strings.ToLower(w)
}
