package columns

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
)

// aboutPeople reports whether a name has a word for what people are, such as their class.
func (t *table) aboutPeople(k int) bool {
	words := strings.FieldsFunc(t.names[k], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	for _, role := range []string{"other", "person", "about people"} {
		if wordsOf(role).any(words) {
			return true
		}
	}
	for word := range wordsOf("about people") {
		if !cased(word) && strings.Contains(t.names[k], word) {
			return true
		}
	}
	return false
}

// doubtful reports whether a column that is left out could be answers.
func (t *table) doubtful(k int) bool {
	p := t.profiles[k]
	about := t.aboutPeople(k)
	switch {
	case t.series != "", t.mostlyNumbers(k):
		return false
	case slices.Contains(t.topics, k):
		return p.distinct >= 6 && p.words >= 1.5 && p.forms >= 6 || asksSomething(t.header[k]) && !about
	}
	return p.distinct >= 6 && 5*p.distinct <= 4*p.filled && p.capital < 0.8 || asksSomething(t.header[k]) && !about ||
		p.distinct > 2 && !about && t.isQuestion(k-1)
}

func (t *table) doubt(found, flags string) { t.Doubts = append(t.Doubts, Doubt{found, flags}) }

// raise doubts columns that are left out although they may hold answers.
func (t *table) raise() {
	if n := len(t.numbersOut); n > 2 && !t.given {
		t.doubt("columns of numbers beside the questions, "+t.list(t.numbersOut)+", may hold answers",
			"name them in --question-columns, --score-columns or --ignore-columns")
	}
	if n := len(t.stray); n > 0 && !t.given {
		t.doubt(fmt.Sprintf("%s %s may hold answers to questions, but %s unlike the others (%s)",
			text.Plural(n, "column", "columns"), t.list(t.stray), text.Plural(n, "is", "are"),
			text.Quote(short(t.profiles[t.stray[0]].first))),
			"name it in --ignore-columns, or all questions in --question-columns")
	}
	t.raiseHalfway()
}

// raiseHalfway doubts questions that nobody answered who has no total: a remark, or people who
// stopped halfway.
func (t *table) raiseHalfway() {
	if t.rated == nil {
		return
	}
	var late []int
	for _, q := range t.Layout.Questions {
		if t.Columns[q.Column].Why != "--question-columns" && t.leaksRatings(q.Column) {
			late = append(late, q.Column)
		}
	}
	if len(late) > 0 && len(late) < len(t.Layout.Questions) {
		t.doubt("hardly anybody without a total has an entry in "+t.list(late)+", so that the column "+
			"tells who is rated", "--question-columns takes it for a question, --ignore-columns leaves it out")
	}
}
