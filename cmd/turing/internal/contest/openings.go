package contest

import (
	"fmt"
	"os"
	"path/filepath"
)

// Breach is a first utterance that breaks the opening rule of a restricted contest.
type Breach struct {
	Stage string `json:"stage"` // of the rules
	Round int    `json:"round"` // of the stage, from 1
	Judge string `json:"judge"` // the name of the judge
	Who   string `json:"who"`   // the name of the entity
	Part  string `json:"part"`  // "program" or "confederate"
	Log   string `json:"log"`   // relative to the folder of the contest
	Line  int    `json:"line"`  // of the log
	// Problem says what was found and what was expected.
	Problem string `json:"problem"`
}

// String returns one sentence for people.
func (b Breach) String() string {
	return fmt.Sprintf("%s, round %d: %s (%s) broke the rule of the opening with %s: %s (%s:%d)",
		b.Stage, b.Round, b.Who, b.Part, b.Judge, b.Problem, b.Log, b.Line)
}

// addBreaches checks the first utterance of each entity to each judge in the logs, if the rules demand
// an opening.
func (c *contest) addBreaches(x *Results) error {
	for _, p := range x.Comparisons {
		if c.rules.Conversation.Opening == "" {
			continue
		}
		l, err := readLog(filepath.Join(c.dir, filepath.FromSlash(p.Log)))
		if os.IsNotExist(err) { // the round was not held
			continue
		}
		if err != nil {
			return err
		}
		for _, o := range l.Openings(c.rules.Conversation.Opening, false) {
			if o.OK {
				continue
			}
			who, part := x.nameOf(p.Confederate), "confederate"
			if o.Side == p.EntrySide {
				who, part = x.entryOf(p.Entry), "program"
			}
			x.Breaches = append(x.Breaches, Breach{Stage: p.Stage, Round: p.Round, Judge: x.nameOf(p.Judge),
				Who: who, Part: part, Log: p.Log, Line: o.Line, Problem: o.Problem})
		}
	}
	return nil
}
