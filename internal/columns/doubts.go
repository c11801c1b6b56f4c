package columns

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	return slices.ContainsFunc(slices.Collect(maps.Keys(wordsOf("about people"))), func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return !cased(string(r)) && strings.Contains(t.names[k], w)
	})
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

// raise notes what the table leaves open.
func (t *table) raise() {
	var stray []int
	for k, c := range t.Columns {
		if c.Role == Ignored && strings.HasPrefix(c.Why, "beside the questions") ||
			c.Role == Ignored && t.series != "" && t.profiles[k].kind == texts && t.looksLikeAnswers(k) &&
				!t.mostlyNumbers(k) && (c.Why == "few different or short texts, unlike answers") {
			stray = append(stray, k)
		}
	}
	if len(t.numbersOut) > 2 && !t.Options.Alone && !t.given {
		t.Doubts = append(t.Doubts, Doubt{"columns of numbers beside the questions, " + t.list(t.numbersOut) +
			", may hold answers", "name them in --question-columns, --score-columns or --ignore-columns"})
	}
	if len(stray) > 0 && !t.Options.Alone && !t.given {
		t.Doubts = append(t.Doubts, Doubt{
			fmt.Sprintf("%s %s may hold answers to questions, but %s unlike the others (%s)",
				plural(len(stray), "column", "columns"), t.list(stray), plural(len(stray), "is", "are"),
				text.Quote(short(t.profiles[stray[0]].first))),
			"name it in --ignore-columns, or all questions in --question-columns"})
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
	if len(late) > 0 && len(late) < len(t.Layout.Questions) && !t.Options.Alone {
		t.Doubts = append(t.Doubts, Doubt{
			fmt.Sprintf("hardly anybody without a total has an entry in %s, so that the column tells who is "+
				"rated", t.list(late)),
			"--question-columns takes it for a question, --ignore-columns leaves it out"})
	}
}
