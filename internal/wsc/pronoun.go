package wsc

import (
	"fmt"
	"strings"
)

// part is a text around one of its pronouns.
type part struct {
	before, pronoun, after string
	line                   int
}

// parts returns an element's text around each of its <pron>. Without one, all of the text is before.
func (e *element) parts() []part {
	if e == nil {
		return []part{{}}
	}
	var list []part
	for i, it := range e.items {
		if it.child != nil && it.child.name == "pron" {
			list = append(list, part{(&element{items: e.items[:i]}).text(), it.child.text(),
				(&element{items: e.items[i+1:]}).text(), it.child.line})
		}
	}
	if list == nil {
		return []part{{before: e.text(), line: e.line}}
	}
	return list
}

// one returns the only part.
func one(parts []part, file, name string) (part, error) {
	if len(parts) > 1 {
		return part{}, fault(file, parts[1].line, fmt.Sprintf("<pron> again (first on line %d)",
			parts[0].line), "one in each "+name)
	}
	return parts[0], nil
}

// about returns the parts of a text with several pronouns whose pronoun is that of an excerpt.
func about(parts []part, excerpt part) []part {
	if len(parts) == 1 || excerpt.pronoun == "" {
		return parts
	}
	var list []part
	for _, p := range parts {
		if Fold(p.pronoun) == Fold(excerpt.pronoun) &&
			strings.HasSuffix(words(p.before), words(excerpt.before)) &&
			strings.HasPrefix(words(p.after), words(excerpt.after)) {
			list = append(list, p)
		}
	}
	if len(list) != 1 {
		return parts // it does not tell
	}
	return list
}
