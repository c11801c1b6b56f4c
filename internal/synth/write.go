package synth

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	if len(w) > 5 || len(w) > 1 && strings.ToLower(w[1:]) != w[1:] {
		return w
	}
	if w == "I" {
		return w
	}
	return strings.ToLower(w)
}
