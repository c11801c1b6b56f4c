package text

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// Analyzer splits texts into words and drops those that carry little meaning. The zero
// value keeps all words, which suits languages without a stop word list.
type Analyzer struct {
	// Name stands for the analyzer in model files; "" is that of the zero value.
	Name string
	// Version is raised whenever the words that the analyzer gives for some text change; 0
	// means 1.
	Version int
	// StopWord reports whether a word, in lower case and with straight apostrophes, is
	// to be dropped; nil keeps all.
	StopWord func(word string) bool
}

// English drops the classic English stop words (Porter's list, as in
// github.com/kljensen/snowball).
var English = Analyzer{Name: "english", StopWord: english.IsStopWord}

// Words returns the content words of s in their order:
//
//   - s is brought to Unicode normal form NFKC and lower case;
//   - a word is a run of letters, combining marks and digits; an ideograph or a hiragana
//     is a word by itself;
//   - an apostrophe inside a word belongs to it until the stop words are out; then a final
//     's goes and other apostrophes are deleted ("state's" gives "state", "o'clock" "oclock");
//   - full stops inside an abbreviation of single letters are deleted ("U.S." gives "us");
//   - all other punctuation separates words and is dropped;
//   - stop words are dropped, contractions of stop words ("don't", "they're") with them,
//     unless the text has no others: "no" is an answer.
func (a Analyzer) Words(s string) []string { return a.content(split(s)) }

// Tokens returns all words of s in their order, split as by [Analyzer.Words] but with the stop
// words.
func (a Analyzer) Tokens(s string) []string { return finish(split(s), never) }

// content drops the stop words, unless there are no others.
func (a Analyzer) content(all []string) []string {
	if a.StopWord != nil {
		if words := finish(all, a.StopWord); len(words) > 0 {
			return words
		}
	}
	return finish(all, never)
}

func never(string) bool { return false }

// split returns the words of s before stop words are dropped, apostrophes still in them.
func split(s string) []string {
	// What the normalisation makes of a text depends on invalid bytes before it.
	s = strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(s, " ")))
	var onStack [shortText]rune
	runes := onStack[:0]
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
			words = append(words, strings.ReplaceAll(s[i:end], "`", "'")) // mostly a piece of s
		} else {
			words = append(words, straighten(runes[i:end]))
		}
		i = end
	}
	return words
}

const (
	shortText   = 128 // characters that need no memory from the heap
	averageWord = 5   // characters, with the blank: a guess
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
		case apostrophe(runes[i]) && i+1 < len(runes) && wordRune(runes[i+1]) && !ideographic(runes[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

// abbreviation returns the length of the abbreviation of two or more single letters with
// full stops, such as "u.s." or "d.c", that s starts with; 0 where it starts with none.
func abbreviation(s []rune) int {
	letters, n := 0, 0
	for n < len(s) && unicode.IsLetter(s[n]) {
		if n+1 >= len(s) || s[n+1] != '.' {
			// The last letter may lack its full stop, but not be the start of a word.
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

// clitics are what contractions end in.
var clitics = []string{"n't", "'t", "'s", "'re", "'ve", "'ll", "'d", "'m"}

// tokens is finish without stop words. It returns its argument where that has no apostrophes.
func tokens(all []string) []string {
	if slices.ContainsFunc(all, func(w string) bool { return strings.Contains(w, "'") }) {
		return finish(all, never)
	}
	return all
}

// finish drops stop words and takes the apostrophes out of the others.
func finish(all []string, stop func(string) bool) []string {
	words := make([]string, 0, len(all))
	for _, w := range all {
		if stop(w) {
			continue
		}
		if strings.Contains(w, "'") {
			if contracted(w, stop) {
				continue
			}
			w = strings.ReplaceAll(strings.TrimSuffix(w, "'s"), "'", "")
		}
		words = append(words, w)
	}
	return words
}

// contracted reports whether w is a stop word with a clitic.
func contracted(w string, stop func(string) bool) bool {
	for _, c := range clitics {
		if base, ok := strings.CutSuffix(w, c); ok && stop(base) {
			return true
		}
	}
	return false
}

// straighten returns the word with every kind of apostrophe as U+0027.
func straighten(word []rune) string {
	var b strings.Builder
	for _, r := range word {
		if apostrophe(r) {
			r = '\''
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wordRune reports whether r is of a word by itself. U+02BC, an apostrophe, counts as a letter in Unicode.
func wordRune(r rune) bool {
	return !apostrophe(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

func apostrophe(r rune) bool { return r == '\'' || r == '\u2019' || r == '\u02bc' || r == '`' }

// ideographic tells scripts that are written without spaces and in which a single
// character can stand for a word, as UAX #29 breaks them.
func ideographic(r rune) bool {
	return r >= 0x2e80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r))
}
