package keylog

import (
	"fmt"
	"regexp"
	"strings"
)

// OpeningForm is what each entity says first to each judge by the rules of 2004.
const OpeningForm = "Hello, my name is X and I am the human"

var (
	openingExact = regexp.MustCompile(`^Hello, my name is (\S.*) and I am the human$`)
	openingLoose = regexp.MustCompile(`(?i)^hello\W+my\s+name\s+is\s+(\S.*?)[\s,;:-]+` +
		`and\s+i\s*(?:am|'m)\s+the\s+human\W*$`)
)

// MatchOpening returns the name in an entity's first utterance, if it is in the form of the rules
// of 2004 ([OpeningForm]). Tolerant takes other case, punctuation and spacing, and "I'm".
func MatchOpening(text string, tolerant bool) (name string, ok bool) {
	form := openingExact
	if tolerant {
		form, text = openingLoose, strings.Join(strings.Fields(text), " ")
	}
	m := form.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// Opening is the first utterance of an entity to a judge.
type Opening struct {
	Round int    `json:"round"` // 0 where the log does not say
	Judge string `json:"judge"`
	Side  Side   `json:"side"`           // the terminal of the entity
	Line  int    `json:"line"`           // of the log
	Text  string `json:"text"`           // its first line
	Name  string `json:"name,omitempty"` // that the entity gave itself
	OK    bool   `json:"ok"`             // whether the utterance is as the rules demand
	// Problem says what is wrong.
	Problem string `json:"problem,omitempty"`
}

// Openings checks what each entity of the log says first in each round. An entity that the judge
// talked to, and that said nothing, has broken the rule, too.
func (l *Log) Openings(tolerant bool) []Opening {
	list := []Opening{}
	for _, c := range l.Conversations() {
		for _, side := range []Side{Left, Right} {
			o := Opening{Round: c.Round, Judge: c.Judge, Side: side, Line: c.Line}
			spoken, addressed := false, false
			for _, t := range c.Turns {
				switch {
				case t.To == string(side):
					addressed = true
				case t.From == string(side) && !spoken && strings.TrimSpace(t.Text) != "":
					spoken, o.Line = true, t.Line
					o.Text, _, _ = strings.Cut(strings.TrimSpace(t.Text), "\n")
				}
			}
			if !spoken && !addressed {
				continue // nobody was there
			}
			o.Name, o.OK = MatchOpening(o.Text, tolerant)
			switch {
			case o.OK:
			case !spoken:
				o.Problem = fmt.Sprintf("found nothing, expected %q", OpeningForm)
			default:
				o.Problem = fmt.Sprintf("found %.80q, expected %q", o.Text, OpeningForm)
			}
			list = append(list, o)
		}
	}
	return list
}
