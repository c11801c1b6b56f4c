package columns

import (
	"strings"
	"unicode"
)

// role is what a column of the long form can be by its name.
type role int

const (
	noRole role = iota
	respondentRole
	questionRole // its identifier
	wordingRole  // its text, or its identifier if there is no other
	responseRole
	scoreRole
	maxRole
	keyRole
	raterRole
	ratingRole
	attemptRole
)

// nameWords returns the words of a name, also of one such as "StudentID" or "Score1".
func nameWords(name string) []string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		if unicode.IsLower(last) && unicode.IsUpper(r) ||
			unicode.IsLetter(last) && unicode.IsDigit(r) || r == '(' || r == '[' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	words := strings.FieldsFunc(Normal(b.String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for i, w := range words { // such as "questionid"
		base, found := strings.CutSuffix(w, "id")
		if known := wordsOf("long: person").has(base) || wordsOf("long: question").has(base); found && known && i == len(words)-1 {
			words[i] = base
			words = append(words, "id")
		}
	}
	return words
}

// roleOf returns what a column can be by its name, all of whose words must fit.
func roleOf(header string) role {
	name, list := Normal(header), nameWords(header)
	only := func(needed words, allowed ...words) bool {
		there := false
		for _, w := range list {
			fits := needed.has(w)
			there = there || fits
			for _, a := range allowed {
				fits = fits || a.has(w)
			}
			if !fits {
				return false
			}
		}
		return there
	}
	little := wordSet("of", "the", "s")
	switch {
	case wordsOf("long: rating").has(name):
		return ratingRole
	case name == "text":
		return responseRole
	case only(wordsOf("long: attempt"), wordsOf("long: number")):
		return attemptRole
	case lettered(list) && only(wordsOf("long: rater"), wordsOf("long: score"), digits(list)),
		len(list) == 2 && only(wordsOf("long: score"), digits(list)):
		return raterRole
	case only(wordsOf("long: max"), wordsOf("long: score"), wordsOf("long: question"), little):
		return maxRole
	case only(wordsOf("long: key"), wordsOf("long: answer"), wordsOf("long: text")):
		return keyRole
	case only(wordsOf("long: question"), wordsOf("long: number")),
		only(wordsOf("long: answer"), wordsOf("long: question"), wordSet("set")) && (list[len(list)-1] == "set"):
		return questionRole
	case only(wordsOf("long: question"), wordsOf("long: text")):
		return wordingRole
	case only(wordsOf("long: answer"), wordsOf("long: person"), wordsOf("long: text"), wordSet("given")):
		return responseRole
	case only(wordsOf("long: score"), wordsOf("long: person"), wordsOf("long: question"), wordsOf("long: answer"), wordsOf("long: earned"), wordsOf("long: average")):
		return scoreRole
	case only(wordsOf("long: person"), wordsOf("long: number")):
		return respondentRole
	}
	return noRole
}

// lettered reports whether the last word is a number or a letter.
func lettered(list []string) bool { return len(list) > 1 && len(digits(list)) > 0 }

// digits returns the last word if it is a number or a single letter.
func digits(list []string) words {
	last := list[max(len(list)-1, 0):]
	if len(last) == 1 && (strings.Trim(last[0], "0123456789") == "" || len(last[0]) == 1) {
		return wordSet(last[0])
	}
	return nil
}
