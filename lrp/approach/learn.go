package approach

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// Learn says what learners learn from. Other approaches learn from totals, that is ratings, alone.
type Learn string

// What learners learn from.
const (
	// LearnAuto leaves it to the data: grades and totals if anybody has a score, otherwise totals.
	LearnAuto Learn = ""
	// LearnGrades means the grades of single answers, which are scores in data sets, and totals.
	LearnGrades Learn = "grades"
	// LearnTotals means totals alone. Scores are ignored.
	LearnTotals Learn = "totals"
)

// On returns what learners learn from on a data set: [LearnGrades] or [LearnTotals]. It fails if
// they are to learn from grades and there are none, and for an unknown value.
func (l Learn) On(ds *datasets.Dataset) (Learn, error) {
	scored := slices.ContainsFunc(ds.Respondents, datasets.Respondent.Scored)
	switch {
	case l != LearnAuto && l != LearnGrades && l != LearnTotals:
		return "", fmt.Errorf("found %q to learn from, expected %q or %q", string(l), LearnGrades,
			LearnTotals)
	case l == LearnGrades && !scored:
		return "", fmt.Errorf("%s: found no score of any answer, expected some to learn from grades: "+
			"without them there are only totals", ds.Name)
	case l == LearnTotals || !scored:
		return LearnTotals, nil
	}
	return LearnGrades, nil
}

// Sources says in words what learners learn from.
func (l Learn) Sources() string {
	if l == LearnGrades {
		return "grades of answers and totals"
	}
	return "totals"
}

// Phrase returns the words with which reports say what AUTO learned from; "" if nothing is known of
// it.
func (l Learn) Phrase() string {
	if l == LearnAuto {
		return ""
	}
	return "AUTO learns from " + l.Sources()
}
