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
// right of the table. It returns nil if there are none.
func FindGraded(header []string) *Graded {
	names := make([]string, len(header))
	first := -1
	for k, name := range header {
		if names[k] = GradedName(name); names[k] == FirstName {
			first = k
		}
	}
	start := -1
	for k, name := range names {
		if name == PredictedName && (start < 0 || k < first) {
			start = k
		}
	}
	if first < 0 || start < 0 {
		return nil
	}
	g := &Graded{nil, start, -1, first, -1, nil}
	found := map[string]*int{LowName: nil, HighName: nil, RoundedName: &g.Rounded, NoteName: &g.Note}
	for k, name := range names {
		at, known := found[name]
		switch {
		case k == start, k == first:
		case k < start:
			continue
		case strings.HasSuffix(name, SuggestedEnd):
			g.Suggested = append(g.Suggested, k)
		case known:
			delete(found, name) // a later one is a person's
			if at != nil {
				*at = k
			}
		default:
			continue
		}
		g.All = append(g.All, k)
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
