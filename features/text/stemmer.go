package text

import "github.com/kljensen/snowball/english"

// Stemmer reduces words to their stems, so that the forms of a word are equal. The nil stemmer is
// [PorterStemmer].
type Stemmer struct{ stem func(word string) string }

// NewStemmer returns a stemmer that calls stem, a function from a word in lower case to its stem.
// The function must be safe for concurrent use.
func NewStemmer(stem func(word string) string) *Stemmer { return &Stemmer{stem} }

// PorterStemmer is the English stemmer Porter2, as in github.com/kljensen/snowball.
var PorterStemmer = NewStemmer(func(word string) string { return english.Stem(word, true) })

// wholeWords is the stemmer of languages without one: every word is its own stem.
var wholeWords = NewStemmer(func(word string) string { return word })

// Stem returns the stem of a word in lower case.
func (s *Stemmer) Stem(word string) string {
	if s == nil {
		s = PorterStemmer
	}
	return s.stem(word)
}

// English reports whether the stems are those of English words.
func (s *Stemmer) English() bool { return s == nil || s == PorterStemmer }
