package keylog

import (
	"fmt"
	"regexp"
	"strings"
)

// OpeningForm is the sentence that each entity must say first to each judge by the rules of 2004.
const OpeningForm = "Hello, my name is X and I am the human"

// openingPattern returns a regular expression for first utterances of a form such as [OpeningForm],
// in which the word X is any name. Tolerant accepts differences in case, punctuation and spacing,
// and "I'm".
func openingPattern(form string, tolerant bool) *regexp.Regexp {
	if tolerant {
		return regexp.MustCompile(loosePattern(form))
	}
	words := strings.Split(form, " ")
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
		if word == "X" {
			words[i] = `(\S.*)`
		}
	}
	return regexp.MustCompile(`^` + strings.Join(words, " ") + `$`)
}

var betweenWords = regexp.MustCompile(`[^\pL\pN]+`)

// loosePattern returns a regular expression for the words of a form, whatever is between them.
func loosePattern(form string) string {
	var b strings.Builder
	b.WriteString(`(?i)^`)
	gap, last := "", ""
	for _, word := range strings.Fields(betweenWords.ReplaceAllString(form, " ")) {
		switch {
		case word == "X":
			b.WriteString(gap + `(\S.*?)`)
			gap = `[\s,;:-]+` // a name may end with a point
		case last == "I" && word == "am":
			b.WriteString(`(?:\W+am|'m)`)
			gap = `\W+`
		default:
			b.WriteString(gap + word)
			gap = `\W+`
		}
		last = word
	}
	return b.String() + `\W*$`
}

// Opening is the first utterance of an entity to a judge.
type Opening struct {
	Round int    `json:"round"` // 0 where the log does not say
	Judge string `json:"judge"`
	Side  Side   `json:"side"`           // the terminal of the entity
	Line  int    `json:"line"`           // of the log
	Text  string `json:"text"`           // its first line
	Name  string `json:"name,omitempty"` // the name that the entity gave itself
	OK    bool   `json:"ok"`             // whether the utterance follows the rules
	// Problem says what is wrong.
	Problem string `json:"problem,omitempty"`
}

// Openings checks the first utterance of each entity in each round against a form such as
// [OpeningForm], in which the word X is any name. Tolerant accepts differences in case, punctuation
// and spacing, and "I'm". An entity that said nothing although the judge talked to it has also
// broken the rule.
func (l *Log) Openings(form string, tolerant bool) []Opening {
	list, pattern := []Opening{}, openingPattern(form, tolerant)
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
			switch m := pattern.FindStringSubmatch(o.Text); {
			case m != nil:
				o.OK = true
				o.Name = strings.Join(m[1:], "") // the form may have none
			case !spoken:
				o.Problem = fmt.Sprintf("found nothing, expected %q", form)
			default:
				o.Problem = fmt.Sprintf("found %.80q, expected %q", o.Text, form)
			}
			list = append(list, o)
		}
	}
	return list
}
