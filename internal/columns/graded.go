package columns

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Graded are the columns that an earlier lrp grade added to a table, -1 for one that is missing.
type Graded struct {
	All                             []int // from left to right
	Predicted, Rounded, First, Note int
	Suggested                       []int // points of questions
}

// The names of columns that are added, and the ends of names.
const (
	PredictedName, LowName, HighName = "predicted rating", "low", "high"
	RoundedName, FirstName, NoteName = "rounded", "look first", "note"
	SuggestedEnd                     = " suggested" // after the name of a question
	TransductiveEnd                  = " (transductive)"
	TakenEnd                         = " (lrp)" // where the table has another column of the name
)

// GradedName returns the name of an added column without what may be put behind it, in lower case.
func GradedName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for strings.HasSuffix(name, TakenEnd) {
		name = strings.TrimSuffix(name, TakenEnd)
	}
	return strings.TrimSuffix(name, TransductiveEnd)
}

// FindGraded finds the columns that an earlier lrp grade added, by their names and since they are
// right of the table: the predicted rating or the rank and what else there is, from the first one
// on. A person may have removed some. It returns nil if there are none.
func FindGraded(header []string) *Graded {
	g := &Graded{nil, -1, -1, -1, -1, nil}
	others := 0
	at := map[string]*int{PredictedName: &g.Predicted, LowName: &others, HighName: &others,
		RoundedName: &g.Rounded, FirstName: &g.First, NoteName: &g.Note}
	start := slices.IndexFunc(header, func(name string) bool { return GradedName(name) == PredictedName })
	for k, name := range header {
		name = GradedName(name)
		to, known := at[name]
		switch {
		case k < start || start < 0 && name == NoteName:
			continue
		case strings.HasSuffix(name, SuggestedEnd):
			g.Suggested = append(g.Suggested, k)
		case !known:
			continue
		default:
			*to = k
			delete(at, name) // a later one is a person's
		}
		start, g.All = max(start, 0), append(g.All, k)
	}
	if len(g.All) < 2 || g.Predicted < 0 && g.First < 0 || len(g.All) == 2 && g.Note >= 0 {
		return nil
	}
	return g
}

// leaveGraded leaves out the columns that an earlier lrp grade added, unless options name them.
func (t *table) leaveGraded() {
	left := slices.DeleteFunc(slices.Clone(t.added), func(k int) bool { return !t.free(k) })
	for _, k := range left {
		t.decide(Ignored, claim{column: k, of: -1}, writtenBefore)
	}
	if len(left) > 0 {
		t.note("the columns of an earlier lrp grade are left out, from %s to %s",
			text.Quote(t.header[left[0]]), text.Quote(t.header[left[len(left)-1]]))
	}
}

const writtenBefore = "written by lrp grade"
