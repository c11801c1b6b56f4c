package keylog

import (
	"fmt"
	"regexp"
	"strings"
)

// openingPattern returns a regular expression for first utterances of a form such as "My name is
// X", in which the word X is any name.
func openingPattern(form string) *regexp.Regexp {
	words := strings.Split(form, " ")
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
		if word == "X" {
			words[i] = `\S.*`
		}
	}
	return regexp.MustCompile(`^` + strings.Join(words, " ") + `$`)
}

// Opening is the first utterance of an entity to a judge.
type Opening struct {
	Side    Side   // the terminal of the entity
	Line    int    // of the log
	OK      bool   // whether the utterance follows the rules
	Problem string // what is wrong
}

// Openings checks the first utterance of each entity in each round against a form such as that of
// 2004, "Hello, my name is X and I am the human", in which the word X is any name. An entity that
// said nothing although the judge talked to it has also broken the rule.
func (l *Log) Openings(form string) []Opening {
	list, pattern := []Opening{}, openingPattern(form)
	for _, c := range l.Conversations() {
		for _, side := range []Side{Left, Right} {
			o, said := Opening{Side: side, Line: c.Line}, ""
			spoken, addressed := false, false
			for _, t := range c.Turns {
				switch {
				case t.To == string(side):
					addressed = true
				case t.From == string(side) && !spoken && strings.TrimSpace(t.Text) != "":
					spoken, o.Line = true, t.Line
					said, _, _ = strings.Cut(strings.TrimSpace(t.Text), "\n")
				}
			}
			if !spoken && !addressed {
				continue // nobody was there
			}
			switch {
			case pattern.MatchString(said):
				o.OK = true
			case !spoken:
				o.Problem = fmt.Sprintf("found nothing, expected %q", form)
			default:
				o.Problem = fmt.Sprintf("found %.80q, expected %q", said, form)
			}
			list = append(list, o)
		}
	}
	return list
}
