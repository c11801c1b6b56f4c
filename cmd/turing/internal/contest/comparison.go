package contest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Comparison is a judge's comparison in a round.
type Comparison struct {
	Stage       string      `json:"stage"` // of the rules
	Round       int         `json:"round"`
	Judge       string      `json:"judge"`
	Entry       string      `json:"entry"` // its label, or its name if there is no confederate
	Confederate string      `json:"confederate,omitempty"`
	EntrySide   keylog.Side `json:"entry_side"`             // the terminal of the entry
	Voted       bool        `json:"voted"`                  // whether there is a ballot that counts
	Void        string      `json:"void,omitempty"`         // why the ballot does not count
	VotedBy     string      `json:"voted_by,omitempty"`     // empty if it was the judge
	Corrected   string      `json:"corrected,omitempty"`    // why another ballot was replaced
	Earlier     string      `json:"earlier,omitempty"`      // what that was
	Silent      bool        `json:"silent,omitempty"`       // the entry said nothing
	NamedEntry  bool        `json:"named_entry"`            // as the human or the more human one
	EntryPoints *float64    `json:"entry_points,omitempty"` // of 100, where judges divide points
	Interview   bool        `json:"interview,omitempty"`    // the entry was questioned alone, for points
	Judged      string      `json:"judged,omitempty"`       // "human" or "machine", in a test with two parties
	Confidence  *int        `json:"confidence,omitempty"`   // of the judge, from 0 to 100
	Reason      string      `json:"reason,omitempty"`       // in the judge's words
	Faults      []string    `json:"faults,omitempty"`       // what went wrong, in sentences
	Log         string      `json:"log"`                    // relative to the folder of the contest
	Transcript  string      `json:"transcript"`             // likewise

	given bool // whether there is a verdict, which may be void
}

func (t *table) comparison() Comparison {
	b, voted := t.ballot()
	old, replaced := t.state.earlier[t.Judge]
	if b.Void != "" && b.empty() { // it says nothing but that the one before is void
		void := b.Void
		b = old
		b.Void = void
	}
	faults := t.state.faults[t.Judge]
	x := Comparison{Stage: t.stage.Name, Round: t.number, Judge: t.Judge, Entry: t.Entry,
		Confederate: t.Confederate, EntrySide: t.programSide(), Voted: voted && b.Void == "", Void: b.Void,
		VotedBy: b.By, Silent: slices.Contains(faults, fault{Who: t.nameOf(t.stage.Name, t.Entry), What: round.Silence}),
		Faults: texts(faults), Log: t.inside(logFile), Transcript: t.inside(transcriptFile)}
	if x.Voted && (replaced || b.Corrected || b.Note != "") {
		x.Corrected = cmp.Or(b.Note, byJudge)
		if replaced {
			x.Earlier = t.words(old)
		}
	}
	if x.Interview = t.stage.How == loebner.Interviews; x.Interview {
		x.Entry = t.nameOf(t.stage.Name, t.Entry) // the labels are those of the pairs
	}
	if !voted || b.Void != "" && !replaced {
		return x
	}
	x.given = true
	x.Judged = b.Is
	x.Confidence = b.Confidence
	x.Reason = b.Reason
	switch points := b.Left; questionOf(t.rules, t.stage) {
	case session.Points:
		if x.EntrySide == keylog.Right {
			points = session.AllPoints - points
		}
		x.EntryPoints, x.NamedEntry = &points, points >= float64(t.rules.Judging.Least)
	case session.Choice:
		x.NamedEntry = b.Human == x.EntrySide
	case session.Single:
		if points = session.AllPoints / 2; b.Confidence != nil && b.Is == session.Human {
			points += float64(*b.Confidence) / 2
		} else if b.Confidence != nil {
			points -= float64(*b.Confidence) / 2
		}
		if x.Interview { // half is the middle between surely a machine and surely a human
			x.EntryPoints = &points
		}
		x.NamedEntry = !x.Interview && t.Entry != "" && b.Is == session.Human
	}
	return x
}

// words says what a ballot was that another replaced.
func (t *table) words(b ballot) string {
	said := b.Is
	for _, s := range t.sides() {
		if b.Human == s.side {
			said = "for " + t.nameOf(t.stage.Name, s.label)
		}
	}
	if questionOf(t.rules, t.stage) == session.Points && (b.Void == "" || !b.empty()) {
		said = fmt.Sprintf("%g points for the left terminal", b.Left)
	}
	if b.Confidence != nil {
		said += fmt.Sprintf(", %d of 100 sure", *b.Confidence)
	}
	if b.Reason != "" {
		said += ", “" + b.Reason + "”"
	}
	return said
}

// texts writes faults for people, each one once.
func texts(list []fault) (out []string) {
	for _, f := range list {
		line := f.Who + ": " + round.Words(f.What)
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}
