package features

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

const (
	minSpellingLetters = 4    // shorter words are not compared by edit distance
	minSpelling        = 0.75 // edit similarity of a word and its misspelling
)

// form is a word in lower case with what is needed to compare it with others.
type form struct {
	text    string
	stem    string // of an English word, after the first byte of the word
	set     uint64 // the bits of the characters modulo 64
	letters int    // the number of characters
}

// forms remembers the forms of nonempty words, as stemming takes a microsecond or more.
var forms = newMemo(maxLexemes, func(w wordOf) form {
	w.text = strings.Clone(w.text) // it may be a part of a long text
	return newForm(w)
})

func newForm(w wordOf) form {
	word := w.text
	stem := w.stemmer.Stem(word)
	if w.stemmer.English() {
		stem = word[:1] + stem
	}
	f := form{text: word, stem: stem, letters: utf8.RuneCountInString(word)}
	for _, c := range word {
		f.set |= 1 << (c % 64)
	}
	return f
}

// wordOf is a word with the stemmer of its language.
type wordOf struct {
	text    string
	stemmer *text.Stemmer
}

// formsOf returns the forms of the distinct content words of a text.
func formsOf(d *text.Doc) []form {
	get := forms.get
	if d.Paired { // whose words are their stems, and too many to be remembered
		get = newForm
	}
	return numbers.Map(d.Set, func(w string) form { return get(wordOf{w, d.Stemmer}) })
}

// minDistance returns a lower bound of the Levenshtein distance. An edit changes the number of
// letters by one at most, and adds at most one letter to those that one word has and the other does
// not.
func (a *form) minDistance(b *form) int {
	return max(
		a.letters-b.letters, b.letters-a.letters,
		bits.OnesCount64(a.set&^b.set), bits.OnesCount64(b.set&^a.set),
	)
}

// sameForm returns the similarity of two words as forms of one word, in [0,1]: 1 for equal words
// and for words of one stem in their language; else the edit similarity 1 - d/max(|a|,|b|), where d
// is their Levenshtein distance, if both have at least four letters and it is at least .75; else 0.
func sameForm(a, b *form) float64 {
	if a.stem == b.stem {
		return 1
	}
	n, m := a.letters, b.letters
	if min(n, m) < minSpellingLetters || editSimilarity(a.minDistance(b), n, m) < minSpelling {
		return 0
	}
	if s := editSimilarity(levenshtein.ComputeDistance(a.text, b.text), n, m); s >= minSpelling {
		return s
	}
	return 0
}
