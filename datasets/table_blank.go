package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/text"
)

// takeBlanks empties the answers that only mark that there is none, such as "NA". Answers are those
// to each question, right says which of them earned something.
func (t *tableReader) takeBlanks(answers [][]*string, right func(question, i int) bool) {
	if t.opts.Raw {
		return
	}
	var key []string
	for _, q := range slices.Concat(t.d.Questions, t.o.Expected) {
		key = append(key, q.Key...)
	}
	marks, said := columns.BlankMarks(answers, right, key), []string(nil)
	for _, list := range answers {
		for _, a := range list {
			if marks[*a] > 0 {
				*a = ""
			}
		}
	}
	for _, mark := range slices.Sorted(maps.Keys(marks)) {
		said = append(said, fmt.Sprintf("%s (%s)", text.Quote(mark), text.Count(marks[mark], "answer")))
	}
	if len(said) > 0 {
		t.note("taken for no answer, since found under several questions and never right: %s",
			strings.Join(said, ", "))
	}
}

// takeBlanksOfRespondents is takeBlanks for a table in wide form, before its totals are added up.
// Best says who has full marks.
func (t *tableReader) takeBlanksOfRespondents(best func(respondent int) bool) {
	answers := make([][]*string, len(t.d.Questions))
	for i := range t.d.Respondents {
		for q := range answers {
			answers[q] = append(answers[q], &t.d.Respondents[i].Responses[q])
		}
	}
	t.takeBlanks(answers, func(q, i int) bool {
		scores := t.d.Respondents[i].Scores
		return scores != nil && scores[q] > 0 || best(i)
	})
}
