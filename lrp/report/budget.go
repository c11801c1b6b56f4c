package report

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"
)

// Limits that keep a page small enough for any browser.
const (
	maxQuestions      = 300     // rows of a table of questions
	maxDots           = 2000    // of a chart
	maxNamedDots      = 3000    // of all charts, with the respondent's name
	maxErrors         = 10      // respondents with the largest errors
	maxAnswerLength   = 400     // characters
	maxQuestionLength = 140     // characters
	maxIDLength       = 60      // characters
	maxText           = 600_000 // bytes of responses on the page
)

// budget is the remaining space of a page.
type budget struct {
	left int // bytes of responses
	dots int // with the respondent's name
	cut  int // responses that were shortened
}

func newBudget() *budget { return &budget{left: maxText, dots: maxNamedDots} }

// named reports whether n dots can have the respondent's name, and reserves the space.
func (b *budget) named(n int) bool {
	if b.dots < n {
		return false
	}
	b.dots -= n
	return true
}

// response shortens a response.
func (b *budget) response(s string) string {
	s = strings.TrimSpace(clean(s))
	short := shortened(s, maxAnswerLength)
	if short != s {
		b.cut++
	}
	return short
}

// spend reports whether a table row with these texts fits, and reserves the space.
func (b *budget) spend(texts ...string) bool {
	b.left -= 120 // approximate size of the markup of a row
	for _, s := range texts {
		b.left -= len(template.HTMLEscapeString(s))
	}
	return b.left >= 0
}

// nameOf shortens the ID of a question or a respondent.
func nameOf(id string) string { return snip(clean(id), maxIDLength) }

// shortened truncates a text to n characters and says how many are missing.
func shortened(s string, n int) string {
	count := utf8.RuneCountInString(s)
	if count <= n {
		return s
	}
	kept := strings.TrimRight(string([]rune(s)[:n]), " ")
	return fmt.Sprintf("%s… (%d more characters)", kept, count-n)
}
