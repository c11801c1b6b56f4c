package columns

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// wordList holds the words by role and language.
//
//go:embed words.txt
var wordList string

// words is a set of words of a role, in the form of [Normal].
type words map[string]int // to the place in the list

func (w words) has(name string) bool {
	_, found := w[name]
	return found
}

// any reports whether one of the words is in the list.
func (w words) any(list []string) bool {
	return slices.ContainsFunc(list, w.has)
}

// wordsOf returns the words of a role in all languages.
func wordsOf(role string) words {
	w, found := parsedWords()[role]
	if !found {
		panic("columns: words.txt has no role " + role)
	}
	return w
}

var parsedWords = sync.OnceValue(func() map[string]words {
	all := map[string]words{}
	var role words
	for line := range strings.Lines(wordList) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "", line[0] == '#':
			continue
		case line[0] == '[':
			role = words{}
			all[strings.Trim(line, "[]")] = role
			continue
		}
		if _, list, found := strings.Cut(line, ": "); found && line[0] != ' ' {
			line = list
		}
		for word := range strings.SplitSeq(line, ",") {
			if word = Normal(word); word != "" && !role.has(word) {
				role[word] = len(role)
			}
		}
	}
	return all
})

// Normal returns a name in the form in which names are compared: in lower case, without accents,
// with single blanks in place of other white space, hyphens and underscores, and without marks
// at its ends.
func Normal(name string) string {
	if !ascii(name) {
		fold := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
		if folded, _, err := transform.String(fold, name); err == nil {
			name = folded
		}
		name = strings.NewReplacer("–", " ", "ß", "ss").Replace(name)
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return ' '
		}
		return r
	}, strings.ToLower(name))
	return strings.Trim(strings.Join(strings.Fields(name), " "), " :;.*#?!")
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsKey reports whether a cell marks a row of acceptable answers.
func IsKey(cell string) bool { return isMark(cell, "row: key") }

// isMark looks a cell up. It is called for every row, and nearly all have a number or a longer
// text.
func isMark(cell, role string) bool {
	return cell != "" && len(cell) < 80 && !strings.ContainsAny(cell, "0123456789@") &&
		wordsOf(role).has(Normal(cell))
}

// IsPoints reports whether a cell marks a row of attainable points.
func IsPoints(cell string) bool { return isMark(cell, "row: points") }

// IsKeySheet reports whether a sheet is named as one of acceptable answers.
func IsKeySheet(name string) bool { return wordsOf("sheet: key").has(Normal(name)) }

func wordSet(list ...string) words {
	w := words{}
	for i, word := range list {
		w[word] = i
	}
	return w
}
