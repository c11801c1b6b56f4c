package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/text"
)

// takeBlanks empties the answers that only mark that there is none, such as "NA", of those that
// may.
func (t *tableReader) takeBlanks(answers []columns.Marked) {
	if t.opts.Raw {
		return
	}
	var key []string
	for _, q := range slices.Concat(t.d.Questions, t.o.Expected) {
		key = append(key, q.Key...)
	}
	marks, said := columns.BlankMarks(answers, key), []string(nil)
	for _, a := range answers {
		if marks[*a.Text] > 0 {
			*a.Text = ""
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
	var answers []columns.Marked
	for i, r := range t.d.Respondents {
		for q := range r.Responses {
			if columns.MayBeBlank(r.Responses[q]) {
				answers = append(answers, columns.Marked{Question: q, Text: &r.Responses[q],
					Right: r.Scores != nil && r.Scores[q] > 0 || best(i)})
			}
		}
	}
	t.takeBlanks(answers)
}
