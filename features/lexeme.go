package features

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
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
	loadWords()
	net := wordnet.Default()
	word = strings.Clone(word) // which may be a piece of a long text
	return &lexeme{
		text:    word,
		number:  lexemeCount.Add(1),
		content: brown.InformationContent(word),
		senses:  [2][]wordnet.Synset{net.Lookup(word, wordnet.Noun), net.Lookup(word, wordnet.Verb)},
	}
})

// loadWords loads WordNet and the word counts side by side.
var loadWords = sync.OnceFunc(func() {
	var wg sync.WaitGroup
	wg.Go(func() { brown.Total() })
	wordnet.Default()
	wg.Wait()
})

var lexemeCount atomic.Uint32

// pairCache remembers a number for each pair of words: in the place that the words' numbers give, where it takes the place of another
// pair's. It is safe for concurrent use.
type pairCache [1 << 17]atomic.Pointer[lexemePair]

type lexemePair struct {
	a, b  *lexeme
	value float64
}

// place returns where a pair is remembered, and its value if it is.
func (c *pairCache) place(a, b *lexeme) (place *atomic.Pointer[lexemePair], value float64, ok bool) {
	hash := (uint64(a.number)<<32 | uint64(b.number)) * 0x9e3779b97f4a7c15
	place = &c[hash>>32%uint64(len(c))]
	if p := place.Load(); p != nil && p.a == a && p.b == b {
		return place, p.value, true
	}
	return place, 0, false
}

// wordSimilarities are those of pairs of words, the one with the smaller number first.
var wordSimilarities pairCache

// similarity returns that of two lexemes, see [WordSimilarity], remembered or computed by the lens.
func (a *lexeme) similarity(b *lexeme, lens *senseLens) float64 {
	if a == b || a.text == b.text {
		return 1
	}
	if a.unknown() || b.unknown() {
		return 0
	}
	first, second := a, b
	if b.number < a.number {
		first, second = b, a
	}
	place, s, ok := wordSimilarities.place(first, second)
	if !ok {
		s = lens.similarity(a, b)
		place.Store(&lexemePair{first, second, s})
	}
	return s
}

// lexemesOf returns the lexemes of words.
func lexemesOf(words []string) []*lexeme {
	list := make([]*lexeme, len(words))
	for i, w := range words {
		list[i] = lexemes.get(w)
	}
	return list
}

// unknown reports whether a word has no senses.
func (a *lexeme) unknown() bool { return len(a.senses[0])+len(a.senses[1]) == 0 }
