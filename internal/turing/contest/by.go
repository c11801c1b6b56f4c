package contest

import (
	"fmt"
	"strings"
)

// Values of By for entries, confederates and judges.
const (
	byHand       = "lpp"
	byScript     = "script"
	scriptPrefix = byScript + ":"
)

// cutProgram returns the command of "lpp: COMMAND", "" for "lpp", and reports whether by is a program
// that speaks the protocol.
func cutProgram(by string) (command string, ok bool) {
	kind, command, _ := strings.Cut(by, ":")
	return strings.TrimSpace(command), kind == byHand
}

// rule returns the rule by which a scripted judge decides, "" for a person.
func (j judgeSetup) rule() string {
	rule, _ := strings.CutPrefix(j.By, scriptPrefix)
	if j.By == Person {
		return ""
	}
	return rule
}

// people returns the people associated with an entry.
func (e entrySetup) people() []string {
	var list []string
	for p := range strings.SplitSeq(e.Author, ",") {
		if p = strings.TrimSpace(p); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// people lists the labels of the judges and confederates who are persons, judges first.
func (s *setup) people() (labels []string) {
	for i, j := range s.Judges {
		if j.By == Person {
			labels = append(labels, fmt.Sprint("J", i+1))
		}
	}
	for i, c := range s.Confederates {
		if c.By == Person {
			labels = append(labels, fmt.Sprint("C", i+1))
		}
	}
	return labels
}
