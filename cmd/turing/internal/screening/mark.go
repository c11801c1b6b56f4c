package screening

import (
	"fmt"
	"strings"
	"unicode"
)

// Mark is what an answer is worth.
type Mark struct {
	Points float64 // of Of
	Of     float64 // what a right answer is worth
	Why    string  // in one phrase
}

// Prefill proposes the points of an answer, for a person to check: all of them if it equals or
// contains one of the acceptable answers as whole words, in any case, and besides none of the
// answers that are wrong; otherwise none.
func Prefill(q Question, answer string) Mark {
	m := Mark{Of: q.points()}
	text := words(answer)
	right, at := "", ""
	for _, k := range q.Key {
		if w := words(k); len(w) > len(at) && strings.Contains(text, w) {
			right, at = k, w
		}
	}
	for _, k := range q.Reject {
		w := words(k)
		if right != "" && w != "" && strings.Contains(strings.ReplaceAll(text, at, " , "), w) {
			m.Why = fmt.Sprintf("has %q and %q", right, k)
			return m
		}
	}
	switch {
	case len(q.Key) == 0:
		m.Why = "the question has no key"
	case strings.TrimSpace(answer) == "":
		m.Why = "no answer"
	case right == "":
		m.Why = "has nothing of the key"
	default:
		m.Points, m.Why = m.Of, fmt.Sprintf("has %q", right)
		if text == at {
			m.Why = fmt.Sprintf("is %q", right)
		}
	}
	return m
}

// words returns the words of a text in lower case between single spaces, "" if there are none.
func words(text string) string {
	list := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	if len(list) == 0 {
		return ""
	}
	return " " + strings.Join(list, " ") + " "
}
