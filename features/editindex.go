package features

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// editIndex is a searcher by edit similarity, 1 - d/max(|a|,|b|), in symbols: characters or words. It looks at texts of
// like length first and at the others only as far as their length lets them be similar enough; most of what is left
// is refused by its bag, which bounds the distance from below.
type editIndex struct {
	texts []*text.Doc
	// numbers appends the numbers of a text's symbols to dst, 0 for those that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	lengths      []textsOfLength // ascending
	scratch      sync.Pool       // of *editQuery
}

// textsOfLength are the texts of one length.
type textsOfLength struct {
	length int
	texts  []editText
}

type editText struct {
	bag     symbolBag
	text    int32 // its number
	symbols []int32
}

type editQuery struct {
	bag     symbolBag
	bagger  bagger
	symbols []int32
	pattern levenshtein.Pattern
}

// newEditIndex returns what makes an index of texts by their symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		numbers := make([][]int32, len(texts))
		for k, d := range texts {
			numbers[k] = alphabet.Add(nil, list(d))
		}
		x := &editIndex{
			texts:        texts,
			numbers:      func(dst []int32, d *text.Doc) []int32 { return alphabet.Append(dst, list(d)) },
			alphabetSize: alphabet.Len(),
		}
		x.scratch.New = func() any { return new(editQuery) }
		x.build(numbers)
		return x
	}
}

// build groups the texts by length. The numbers are those of their symbols.
func (x *editIndex) build(numbers [][]int32) {
	all := make([]editText, len(numbers))
	var b bagger
	for k, n := range numbers {
		all[k] = editText{b.bag(n), int32(k), n}
	}
	slices.SortStableFunc(all, func(a, b editText) int { return cmp.Compare(len(a.symbols), len(b.symbols)) })
	for k := 0; k < len(all); {
		end := k + 1
		for end < len(all) && len(all[end].symbols) == len(all[k].symbols) {
			end++
		}
		x.lengths = append(x.lengths, textsOfLength{len(all[k].symbols), all[k:end]})
		k = end
	}
}

func (x *editIndex) rank(most int) *rankings { return rankBySearch(x, x.texts, most) }

func (x *editIndex) search(query *text.Doc, s *shortlist) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	q.symbols = x.numbers(q.symbols[:0], query)
	q.bag = q.bagger.bag(q.symbols)
	q.pattern.Reset(q.symbols, x.alphabetSize)
	n := len(q.symbols)
	longer, _ := slices.BinarySearchFunc(x.lengths, n, func(l textsOfLength, n int) int { return cmp.Compare(l.length, n) })
	shorter := longer - 1
	// The similarity is at most that of a text that begins with the other.
	atMost := func(k int) float64 {
		if k < 0 || k >= len(x.lengths) {
			return math.Inf(-1)
		}
		length := x.lengths[k].length
		return editSimilarity(max(length-n, n-length), length, n)
	}
	for shorter >= 0 || longer < len(x.lengths) {
		next := longer
		if atMost(shorter) > atMost(longer) {
			next = shorter
			shorter--
		} else {
			longer++
		}
		if !s.wants(atMost(next)) {
			return // nor are texts of any other length
		}
		q.compare(x.lengths[next], s)
	}
}

// compare offers the texts of one length.
func (q *editQuery) compare(l textsOfLength, s *shortlist) {
	most := q.most(l.length, s)
	for i := range l.texts {
		t := &l.texts[i]
		if q.bag.distance(t.bag) > most || !s.has(t.text) {
			continue
		}
		d, ok := q.pattern.Within(t.symbols, most)
		if !ok {
			continue
		}
		floor := s.floor
		s.offer(t.text, editSimilarity(d, l.length, len(q.symbols)))
		if s.floor != floor {
			most = q.most(l.length, s)
		}
	}
}

// most returns the largest distance at which the shortlist wants a text of the given length, -1 where there is none.
func (q *editQuery) most(length int, s *shortlist) int {
	n := len(q.symbols)
	longer := max(length, n)
	d := longer
	if guess := (1-s.floor)*float64(longer) + 1; guess < float64(longer) {
		d = int(guess)
	}
	for d >= 0 && !s.wants(editSimilarity(d, length, n)) {
		d--
	}
	return d
}

// symbolBag is a bag of symbols in few bits: one for each symbol and how often it came before in the text, modulo the number of bits.
type symbolBag [2]uint64

// occurrences is the number of bits between a symbol's first occurrence and its next.
const occurrences = 32

// bagger makes bags of texts.
type bagger struct {
	count []uint32 // of each symbol; zeros between texts
}

func (c *bagger) bag(symbols []int32) symbolBag {
	var b symbolBag
	for _, s := range symbols {
		if int(s) >= len(c.count) {
			c.count = append(c.count, make([]uint32, int(s)+1-len(c.count))...)
		}
		bit := uint32(s) + occurrences*c.count[s]
		c.count[s]++
		b[bit/64%2] |= 1 << (bit % 64)
	}
	for _, s := range symbols {
		c.count[s] = 0
	}
	return b
}

// distance is at most the edit distance of the texts, since a change of one symbol takes one bit from a bag and puts one into it at
// most.
func (a symbolBag) distance(b symbolBag) int {
	return max(
		bits.OnesCount64(a[0]&^b[0])+bits.OnesCount64(a[1]&^b[1]),
		bits.OnesCount64(b[0]&^a[0])+bits.OnesCount64(b[1]&^a[1]))
}
