package features

import (
	"strings"
	"sync/atomic"

	"github.com/luna-rating/luna/features/brown"
	"github.com/luna-rating/luna/features/wordnet"
)

// lexeme is a word with what its similarity to other words is computed from. Lexemes are the same where their texts are: what was
// forgotten is made again.
type lexeme struct {
	text    string
	number  uint32  // distinguishes lexemes
	content float64 // information content, see [brown.InformationContent]
	// senses are those of nouns and those of verbs.
	senses [2][]wordnet.Synset
}

var lexemes = newMemo(1<<16, func(word string) *lexeme {
	net := wordnet.Default()
	word = strings.Clone(word) // which may be a piece of a long text
	return &lexeme{
		text:    word,
		number:  lexemeCount.Add(1),
		content: brown.InformationContent(word),
		senses:  [2][]wordnet.Synset{net.Lookup(word, wordnet.Noun), net.Lookup(word, wordnet.Verb)},
	}
})

var lexemeCount atomic.Uint32

// lexemePairs remembers the similarities of pairs of words: each in the place that its words' numbers give, where it takes the place of another.
var lexemePairs [1 << 17]atomic.Pointer[lexemePair]

type lexemePair struct {
	a, b       *lexeme
	similarity float64
}

// pairPlace returns the place of a pair and the pair in the order in which it is remembered.
func pairPlace(a, b *lexeme) (*atomic.Pointer[lexemePair], *lexeme, *lexeme) {
	if b.number < a.number {
		a, b = b, a
	}
	hash := (uint64(a.number)<<32 | uint64(b.number)) * 0x9e3779b97f4a7c15
	return &lexemePairs[hash>>32%uint64(len(lexemePairs))], a, b
}

// similarity returns that of two lexemes, see [WordSimilarity], remembered or computed by the lens.
func (a *lexeme) similarity(b *lexeme, lens *senseLens) float64 {
	if a == b || a.text == b.text {
		return 1
	}
	if a.unknown() || b.unknown() {
		return 0
	}
	place, first, second := pairPlace(a, b)
	if p := place.Load(); p != nil && p.a == first && p.b == second {
		return p.similarity
	}
	s := lens.similarity(a, b)
	place.Store(&lexemePair{first, second, s})
	return s
}

// unknown reports whether a word has no senses.
func (a *lexeme) unknown() bool { return len(a.senses[0])+len(a.senses[1]) == 0 }
