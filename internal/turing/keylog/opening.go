package keylog

import (
	"fmt"
	"regexp"
	"strings"
)

// OpeningForm is the sentence that each entity must say first to each judge by the rules of 2004.
const OpeningForm = "Hello, my name is X and I am the human"

// MatchOpening returns the name in an entity's first utterance, if that has a form such as
// [OpeningForm], in which the word X is any name. Tolerant accepts differences in case, punctuation
// and spacing, and "I'm".
func MatchOpening(form, text string, tolerant bool) (name string, ok bool) {
	return newOpeningPattern(form, tolerant).match(text)
}

// openingPattern matches the utterances that have a form.
type openingPattern struct {
	*regexp.Regexp
	tolerant bool
}

func newOpeningPattern(form string, tolerant bool) openingPattern {
	if tolerant {
		return openingPattern{regexp.MustCompile(loosePattern(form)), true}
	}
	words := strings.Split(form, " ")
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
		if word == "X" {
			words[i] = `(\S.*)`
		}
	}
	return openingPattern{regexp.MustCompile(`^` + strings.Join(words, " ") + `$`), false}
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

func (p openingPattern) match(text string) (name string, ok bool) {
	if p.tolerant {
		text = strings.Join(strings.Fields(text), " ")
	}
	m := p.FindStringSubmatch(text)
	switch len(m) {
	case 0:
		return "", false
	case 1: // the form has no name
		return "", true
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
	Name  string `json:"name,omitempty"` // the name that the entity gave itself
	OK    bool   `json:"ok"`             // whether the utterance follows the rules
	// Problem says what is wrong.
	Problem string `json:"problem,omitempty"`
}

// Openings checks the first utterance of each entity in each round against a form, as
// [MatchOpening] does. An entity that said nothing although the judge talked to it has also broken
// the rule.
func (l *Log) Openings(form string, tolerant bool) []Opening {
	list, pattern := []Opening{}, newOpeningPattern(form, tolerant)
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
			o.Name, o.OK = pattern.match(o.Text)
			switch {
			case o.OK:
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
