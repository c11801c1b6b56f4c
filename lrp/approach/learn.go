package approach

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// Learn says what learners learn from. Other approaches learn from totals, that is ratings, alone.
type Learn string

// What learners learn from.
const (
	// LearnAuto leaves it to the data: grades and totals if somebody has a score, else totals.
	LearnAuto Learn = ""
	// LearnGrades is the grades of single answers, which data sets have as scores, and totals.
	LearnGrades Learn = "grades"
	// LearnTotals is totals alone. Scores are as if there were none.
	LearnTotals Learn = "totals"
)

// On returns what learners learn from on a data set: [LearnGrades] or [LearnTotals]. It fails if they
// are to learn from grades and there are none, and for an unknown value.
func (l Learn) On(ds *datasets.Dataset) (Learn, error) {
	scored := slices.ContainsFunc(ds.Respondents, Scored)
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

// Scored reports whether somebody has graded an answer of the respondent.
func Scored(r datasets.Respondent) bool {
	return slices.ContainsFunc(r.Scores, func(s float64) bool { return !math.IsNaN(s) })
}

// Sources says in words what is learned from.
func (l Learn) Sources() string {
	if l == LearnGrades {
		return "grades of answers and totals"
	}
	return "totals"
}

// Phrase says in a report what AUTO learned from; "" if nothing is known of it.
func (l Learn) Phrase() string {
	if l == LearnAuto {
		return ""
	}
	return "AUTO learns from " + l.Sources()
}
