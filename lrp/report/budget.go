package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The bounds of what a page shows, so that it stays small enough to be opened anywhere.
const (
	mostQuestions   = 300     // rows of a table of questions
	mostDots        = 2000    // of a chart
	mostNamedDots   = 800     // that say whose they are
	mostErrors      = 10      // respondents with the largest errors
	longestAnswer   = 400     // characters
	longestQuestion = 140     // characters
	mostText        = 600_000 // bytes of responses on the page
)

// budget is the room left for responses on a page.
type budget struct {
	left int
	cut  int // responses that were shortened
}

// take returns a text of at most n characters, and false where there is no room for it.
func (b *budget) take(s string, n int) (string, bool) {
	s = strings.TrimSpace(clean(s))
	if short := shortened(s, n); short != s {
		s = short
		b.cut++
	}
	const markup = 120 // about what stands around a response
	if b.left -= len(s) + markup; b.left < 0 {
		return "", false
	}
	return s, true
}

// shortened cuts a text to n characters and says how many are missing.
func shortened(s string, n int) string {
	count := utf8.RuneCountInString(s)
	if count <= n {
		return s
	}
	kept := strings.TrimRight(string([]rune(s)[:n]), " ")
	return fmt.Sprintf("%s… (%d more characters)", kept, count-n)
}
