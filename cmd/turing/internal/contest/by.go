package contest

import "strings"

// Values of By for entries, confederates and judges.
const (
	byHand       = "lpp"
	byScript     = "script"
	scriptPrefix = byScript + ":"
)

// program returns the command of a program that speaks the protocol, "" for one that is started by hand,
// and whether by is such a program.
func program(by string) (command string, ok bool) {
	if by == byHand {
		return "", true
	}
	command, ok = strings.CutPrefix(by, byHand+":")
	return strings.TrimSpace(command), ok
}

// rule returns the rule by which a scripted judge decides, "" for a person.
func (j judgeSetup) rule() string {
	_, rule, _ := strings.Cut(j.By, ":")
	return rule
}

// people returns the people associated with an entry.
func (e entrySetup) people() (list []string) {
	for p := range strings.SplitSeq(e.Author, ",") {
		if p = strings.TrimSpace(p); p != "" {
			list = append(list, p)
		}
	}
	return list
}
