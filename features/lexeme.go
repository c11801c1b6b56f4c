package features

import (
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wordnet"
)

// lexeme is a word with what its similarity to other words is computed from. A text may have
// several lexemes, because forgotten ones are made again.
type lexeme struct {
	text    string
	number  uint32  // unique
	content float64 // see [brown.InformationContent]
	// senses are the senses of the noun and those of the verb.
	senses [2][]wordnet.Synset
}

const maxLexemes = 1 << 16

// lexemes remembers the lexemes of English words.
var lexemes = newMemo(maxLexemes, func(word string) *lexeme {
	word = strings.Clone(word) // it may be a part of a long text
	loadWords()
	net := wordnet.Default()
	return &lexeme{
		text:    word,
		number:  lexemeCount.Add(1),
		content: brown.InformationContent(word),
		senses: [2][]wordnet.Synset{
			net.Lookup(word, wordnet.Noun),
			net.Lookup(word, wordnet.Verb),
		},
	}
})

// loadWords loads WordNet and the word counts at the same time.
var loadWords = sync.OnceFunc(func() {
	var wg sync.WaitGroup
	wg.Go(func() { brown.Total() })
	wordnet.Default()
	wg.Wait()
})

var lexemeCount atomic.Uint32

// lexemeOf returns the lexeme of a word of a text. What is known is English: of words of other
// languages nothing is, so that there is nothing to remember.
func lexemeOf(word string, d *text.Doc) *lexeme {
	if foreign(d) {
		return &lexeme{text: word, content: 1}
	}
	return lexemes.get(word)
}

// lexemesOf returns the lexemes of the distinct content words of an English text.
func lexemesOf(d *text.Doc) []*lexeme { return numbers.Map(d.Set, lexemes.get) }

// unknown reports whether the word has no senses.
func (a *lexeme) unknown() bool { return len(a.senses[0])+len(a.senses[1]) == 0 }

// similarity returns the words' [WordSimilarity], remembered or computed.
func (a *lexeme) similarity(b *lexeme) float64 {
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
	return wordSimilarities.get(first, second, (*lexeme).computeSimilarity)
}

func (a *lexeme) computeSimilarity(b *lexeme) (best float64) {
	for part, senses := range a.senses {
		for _, s := range senses {
			for _, t := range b.senses[part] {
				best = max(best, senseSimilarity(wordnet.Default(), s, t))
			}
		}
	}
	return best
}

// wordSimilarities remembers the similarities of pairs, the lexeme of the smaller number first.
var wordSimilarities pairCache

// pairCache remembers a number for each pair of lexemes, in a slot that their numbers determine.
// A pair replaces another one with the same slot. It is safe for concurrent use.
type pairCache [1 << 17]atomic.Pointer[lexemePair]

type lexemePair struct {
	a, b  *lexeme
	value float64
}

// get returns the value of two words, computed unless it is known.
func (c *pairCache) get(a, b *lexeme, compute func(a, b *lexeme) float64) float64 {
	hash := (uint64(a.number)<<32 | uint64(b.number)) * 0x9e3779b97f4a7c15 // Fibonacci hashing
	slot := &c[hash>>32%uint64(len(c))]
	if p := slot.Load(); p != nil && p.a == a && p.b == b {
		return p.value
	}
	value := compute(a, b)
	slot.Store(&lexemePair{a, b, value})
	return value
}

// memo remembers the results of a function. When it is full it forgets all of them, so that an
// endless stream of new words does not fill the memory. It is safe for concurrent use.
type memo[K comparable, V any] struct {
	maxEntries int
	compute    func(K) V
	mu         sync.RWMutex
	known      map[K]V
}

func newMemo[K comparable, V any](maxEntries int, compute func(K) V) *memo[K, V] {
	return &memo[K, V]{maxEntries: maxEntries, compute: compute, known: make(map[K]V)}
}

func (m *memo[K, V]) get(key K) V {
	m.mu.RLock()
	v, ok := m.known[key]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = m.compute(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= m.maxEntries {
		clear(m.known)
	}
	m.known[key] = v
	return v
}

// WordSimilarity is the similarity of two words in lower case by Li et al. (2006), in [0,1]:
//
//	s(w1,w2) = max over their senses  exp(-α l) tanh(β h),  α = .2, β = .45
//
// where l is the length in edges of the shortest path between two senses in WordNet's hypernym
// hierarchy (0 for one sense, at most 1 for senses that share a word) and h the depth of their
// deepest common subsumer, counted from the root by the longest path. Senses are those of the
// words' base forms, nouns compared with nouns and verbs with verbs. Equal words have similarity
// 1. Words without a common subsumer, such as those outside WordNet, have similarity 0.
func WordSimilarity(a, b string) float64 {
	return lexemes.get(a).similarity(lexemes.get(b))
}

const (
	pathDecay  = 0.2  // α
	depthScale = 0.45 // β
)

// senseSimilarity returns the similarity of two senses, see [WordSimilarity].
func senseSimilarity(net *wordnet.Net, a, b wordnet.Synset) float64 {
	c, ok := net.Common(a, b)
	if !ok {
		return 0
	}
	length := c.Length
	if length > 1 && net.ShareWord(a, b) {
		length = 1
	}
	return pathSimilarity(length, net.Depth(c.Subsumer))
}

// pathSimilarity returns exp(-α length) tanh(β depth), which falls with the length and rises with
// the depth.
func pathSimilarity(length, depth int) float64 { return pathFactors[length] * depthFactors[depth] }

// pathFactors and depthFactors are the factors of [pathSimilarity] for all lengths and depths:
// one path to a common ancestor has at most 255 edges.
var pathFactors, depthFactors = func() (
	p [2*math.MaxUint8 + 1]float64, d [math.MaxUint8 + 1]float64,
) {
	for l := range p {
		p[l] = math.Exp(-pathDecay * float64(l))
	}
	for h := range d {
		d[h] = math.Tanh(depthScale * float64(h))
	}
	return p, d
}()
