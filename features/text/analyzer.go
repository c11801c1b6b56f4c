package text

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// Analyzer splits texts into words and drops stop words, which carry little meaning. The zero
// value keeps all words, for languages without a list of stop words.
type Analyzer struct {
	// Name identifies the analyzer in model files; that of the zero value is "".
	Name string
	// Version is raised whenever the words that the analyzer gives for ordinary texts change; 0
	// means 1. The treatment of rare characters, such as soft hyphens, may change without that: a
	// model file holds predictions for its own texts, and is refused if they come out differently.
	Version int
	// StopWord reports whether a word, in lower case and with straight apostrophes, is a stop
	// word; nil keeps all words.
	StopWord func(word string) bool
	// Stemmer tells features which words are forms of one word; nil is [PorterStemmer].
	Stemmer *Stemmer

	cutting cutting
}

// cutting says how texts are cut into words.
type cutting int

const (
	asEnglish cutting = iota // see [Analyzer.Words]
	byUnicode                // see [For]
	intoPairs                // like byUnicode, but pairs of characters where there are no spaces
)

// English drops the English stop words of Porter's list, as in github.com/kljensen/snowball.
var English = Analyzer{Name: "english", StopWord: english.IsStopWord}

// Words returns the content words of s in their order. For [English], and for any analyzer that
// does not come from [For]:
//
//   - s is converted to Unicode normal form NFKC and lower case, with ss for ß and σ for ς, and
//     without format characters, such as soft hyphens;
//   - a word is a run of letters, combining marks and digits; an ideograph or a hiragana
//     character is a word by itself;
//   - an apostrophe inside a word is part of it while stop words are dropped; after that, a
//     final 's and all other apostrophes are deleted ("state's" gives "state", "o'clock"
//     "oclock");
//   - full stops in an abbreviation of single letters are deleted ("U.S." gives "us");
//   - all other punctuation separates words and is dropped;
//   - stop words and their contractions ("don't", "they're") are dropped, unless the text has
//     no other words: "no" is an answer.
func (a Analyzer) Words(s string) []string { return a.Doc(s).Words }

// Tokens returns all words of s in their order, split as by [Analyzer.Words], stop words included.
func (a Analyzer) Tokens(s string) []string { return a.Doc(s).Tokens }

// content drops the stop words, unless there are no other words.
func (a Analyzer) content(all []string) []string {
	if words := finish(all, a.StopWord); len(words) > 0 {
		return words
	}
	return finish(all, nil)
}

// split returns all words of s, with their apostrophes.
func split(s string) []string {
	s = normalise(s)
	var buffer [shortText]rune
	runes := buffer[:0]
	for _, r := range s {
		runes = append(runes, r)
	}
	ascii := len(runes) == len(s)
	words := make([]string, 0, 1+len(runes)/averageWord)
	for i := 0; i < len(runes); {
		if !wordRune(runes[i]) {
			i++
			continue
		}
		if n := abbreviation(runes[i:]); n > 0 {
			words = append(words, strings.ReplaceAll(string(runes[i:i+n]), ".", ""))
			i += n
			continue
		}
		end := wordEnd(runes, i)
		if ascii {
			words = append(words, strings.ReplaceAll(s[i:end], "`", "'")) // rarely copies
		} else {
			words = append(words, straighten(string(runes[i:end])))
		}
		i = end
	}
	return words
}

// normalise returns a text in normal form NFKC and lower case. Letters that have the same capitals
// are written in one way: ss for ß, σ for ς. Format characters, such as soft hyphens and zero-width
// spaces, are deleted.
func normalise(s string) string {
	// Invalid bytes would affect the normalization of what follows them.
	s = strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(s, " ")))
	if !strings.ContainsFunc(s, unusual) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ς':
			b.WriteRune('σ')
		case !unicode.Is(unicode.Cf, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unusual reports whether [normalise] changes a character of a text in lower case.
func unusual(r rune) bool {
	return r >= 0x80 && (r == 'ß' || r == 'ς' || unicode.Is(unicode.Cf, r))
}

const (
	shortText   = 128 // characters up to which a text needs no memory from the heap
	averageWord = 5   // characters per word and blank, a guess for the capacity
)

// wordEnd returns the index after the word that starts at i.
func wordEnd(runes []rune, i int) int {
	if ideographic(runes[i]) {
		i++
		for i < len(runes) && unicode.IsMark(runes[i]) {
			i++
		}
		return i
	}
	for i < len(runes) {
		switch {
		case ideographic(runes[i]):
			return i
		case wordRune(runes[i]):
			i++
		case apostrophe(runes[i]) && i+1 < len(runes) &&
			wordRune(runes[i+1]) && !ideographic(runes[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

// abbreviation returns the length of the abbreviation that s starts with: two or more single
// letters with full stops, such as "u.s." or "d.c". It returns 0 if there is none.
func abbreviation(s []rune) int {
	letters, n := 0, 0
	for n < len(s) && unicode.IsLetter(s[n]) {
		if n+1 >= len(s) || s[n+1] != '.' {
			// The last letter may lack its full stop, unless it starts a word.
			if n+1 < len(s) && (wordRune(s[n+1]) || apostrophe(s[n+1])) {
				return 0
			}
			letters++
			n++
			break
		}
		letters++
		n += 2
	}
	if letters < 2 {
		return 0
	}
	return n
}

// clitics are the endings of contractions.
var clitics = []string{"n't", "'t", "'s", "'re", "'ve", "'ll", "'d", "'m"}

// tokens is finish for all words. It returns its argument if there are no apostrophes.
func tokens(all []string) []string {
	if slices.ContainsFunc(all, func(w string) bool { return strings.Contains(w, "'") }) {
		return finish(all, nil)
	}
	return all
}

// finish drops stop words, if stop is not nil, and deletes the apostrophes of the others.
func finish(all []string, stop func(string) bool) []string {
	words := make([]string, 0, len(all))
	for _, w := range all {
		if stop != nil && (stop(w) || strings.Contains(w, "'") && contracted(w, stop)) {
			continue
		}
		if strings.Contains(w, "'") {
			w = strings.ReplaceAll(strings.TrimSuffix(w, "'s"), "'", "")
		}
		words = append(words, w)
	}
	return words
}

// contracted reports whether w is a contraction of a stop word.
func contracted(w string, stop func(string) bool) bool {
	for _, c := range clitics {
		if base, ok := strings.CutSuffix(w, c); ok && stop(base) {
			return true
		}
	}
	return false
}

// straighten returns the word with every kind of apostrophe as U+0027.
func straighten(word string) string {
	return strings.Map(func(r rune) rune {
		if apostrophe(r) {
			return '\''
		}
		return r
	}, word)
}

// wordRune reports whether r is a letter, a digit or a mark. Unicode has U+02BC, an apostrophe,
// among the letters.
func wordRune(r rune) bool {
	return !apostrophe(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

func apostrophe(r rune) bool { return r == '\'' || r == '\u2019' || r == '\u02bc' || r == '`' }

// ideographic reports whether r is of a script that is written without spaces and in which a
// single character can be a word, as in the word boundaries of UAX #29.
func ideographic(r rune) bool {
	return r >= 0x2e80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r))
}
