package report

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"
)

// The bounds of what a page shows, so that it stays small enough to be opened anywhere.
const (
	mostQuestions   = 300     // rows of a table of questions
	mostDots        = 2000    // of a chart
	mostNamedDots   = 3000    // of all charts, that say whose they are
	mostErrors      = 10      // respondents with the largest errors
	longestAnswer   = 400     // characters
	longestQuestion = 140     // characters
	longestID       = 60      // characters
	mostText        = 600_000 // bytes of responses on the page
)

// budget is the room left on a page.
type budget struct {
	left int // bytes of responses
	dots int // that say whose they are
	cut  int // responses that were shortened
}

func newBudget() *budget { return &budget{left: mostText, dots: mostNamedDots} }

// named reports whether there is room for n dots that say whose they are, and takes it.
func (b *budget) named(n int) bool {
	if b.dots < n {
		return false
	}
	b.dots -= n
	return true
}

// response returns a response of a bounded length.
func (b *budget) response(s string) string {
	s = strings.TrimSpace(clean(s))
	short := shortened(s, longestAnswer)
	if short != s {
		b.cut++
	}
	return short
}

// spend reports whether there is room for texts and what stands around them in a row of a table.
func (b *budget) spend(texts ...string) bool {
	b.left -= 120 // about as long is a row without its texts
	for _, s := range texts {
		b.left -= len(template.HTMLEscapeString(s))
	}
	return b.left >= 0
}

// nameOf is the ID of a question or a respondent in a bounded length.
func nameOf(id string) string { return snip(clean(id), longestID) }

// shortened cuts a text to n characters and says how many are missing.
func shortened(s string, n int) string {
	count := utf8.RuneCountInString(s)
	if count <= n {
		return s
	}
	kept := strings.TrimRight(string([]rune(s)[:n]), " ")
	return fmt.Sprintf("%s… (%d more characters)", kept, count-n)
}
