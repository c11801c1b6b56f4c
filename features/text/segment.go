package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// run is a part of a text without punctuation and blanks: a word, or characters of a script that is
// written without spaces.
type run struct {
	text     string
	unspaced bool
}

// runs returns the runs of a normalised text: the words of Unicode Standard Annex #29 that have a
// letter or digit, cut at the punctuation that a missing blank leaves inside ("end.Next") and after
// elisions ("l'eau"). Invisible characters, such as the non-joiner in Persian words, are deleted.
// If join is set, neighbouring characters of scripts without spaces are one run.
func runs(s string, join bool) []run {
	var list []run
	joins := -1 // where the last run begins, if the text goes on with it
	state, end := -1, 0
	for rest := s; rest != ""; {
		var segment string
		segment, rest, state = uniseg.FirstWordInString(rest, state)
		end += len(segment)
		switch {
		case !strings.ContainsFunc(segment, letterOrDigit):
			joins = -1
		case join:
			list, joins = appendScripts(list, s[:end], end-len(segment), joins)
		default:
			for _, w := range cut(segment) {
				list = append(list, run{text: w})
			}
		}
	}
	return list
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// appendScripts appends the segment at the end of s, cut where a script without spaces begins or
// ends. The last run is of such a script if it begins at joins, which is not negative; the segment
// may continue it. The result is where the last run begins, if it is of such a script, or else -1.
func appendScripts(list []run, s string, from, joins int) ([]run, int) {
	for from < len(s) {
		first, _ := utf8.DecodeRuneInString(s[from:])
		of := Unspaced(first)
		end := strings.IndexFunc(s[from:], func(r rune) bool {
			return !unicode.IsMark(r) && Unspaced(r) != of
		})
		if end += from; end < from {
			end = len(s)
		}
		switch {
		case !of:
			joins = -1
			for _, w := range cut(s[from:end]) {
				list = append(list, run{text: w})
			}
		case joins >= 0:
			list[len(list)-1].text = s[joins:end]
		default:
			joins = from
			list = append(list, run{s[from:end], true})
		}
		from = end
	}
	return list, joins
}

// cut returns the words of a segment.
func cut(segment string) []string {
	segment = strings.Map(func(r rune) rune {
		if r == '\u00b7' || r == '"' { // the latter in Hebrew words
			return -1
		}
		return r
	}, segment)
	if initials(segment) {
		return []string{strings.ReplaceAll(segment, ".", "")}
	}
	var words []string
	start := 0
	for i, r := range segment {
		if wordRune(r) || apostrophe(r) || betweenDigits(segment, i, r) {
			continue
		}
		words = appendWord(words, segment[start:i])
		start = i + utf8.RuneLen(r)
	}
	return appendWord(words, segment[start:])
}

// initials reports whether the word consists of single letters with full stops between them.
func initials(word string) bool {
	for letter := range strings.SplitSeq(word, ".") {
		r, size := utf8.DecodeRuneInString(letter)
		if size == 0 || size != len(letter) || !unicode.IsLetter(r) {
			return false
		}
	}
	return strings.Contains(word, ".")
}

// betweenDigits reports whether r, at i, is the point or comma of a number.
func betweenDigits(s string, i int, r rune) bool {
	if r != '.' && r != ',' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return unicode.IsDigit(before) && unicode.IsDigit(after)
}

// elisions are the words that lose their last vowel before another word in French, Italian and
// Catalan, as in the lists of Apache Lucene.
var elisions = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("l m t qu n s j d c jusqu quoiqu lorsqu puisqu all dall dell " +
		"nell sull coll pell gl agl dagl degl negl sugl un v") {
		set[w] = true
	}
	return set
}()

// appendWord appends a word without its apostrophes, cut after an elision.
func appendWord(words []string, word string) []string {
	if i := strings.IndexFunc(word, apostrophe); i >= 0 {
		if elisions[word[:i]] {
			words = append(words, word[:i])
			word = word[i:]
		}
		word = strings.Map(func(r rune) rune {
			if apostrophe(r) {
				return -1
			}
			return r
		}, word)
	}
	if word == "" {
		return words
	}
	return append(words, word)
}

var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// Unspaced reports whether r belongs to a script that is written without spaces between words, or,
// as Korean, with endings joined to the words. The prolonged sound mark of Japanese is not in a
// script of its own.
func Unspaced(r rune) bool {
	return r == 'ー' || r >= 0x0e00 && !unicode.IsDigit(r) && unicode.In(r, unspacedScripts...)
}

// appendPairs appends the overlapping pairs of neighbouring characters of a run, or its only
// character, as the analyzer for Chinese, Japanese and Korean of Apache Lucene does. A character
// has its marks with it.
func appendPairs(words []string, run string) []string {
	before, start, state := -1, 0, -1 // where the character before the one at start begins
	for rest := run; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		end := start + len(c)
		if before >= 0 {
			words = append(words, run[before:end])
		}
		before, start = start, end
	}
	if before == 0 {
		words = append(words, run)
	}
	return words
}
