package features

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// symbols returns the symbols of a text. An edit inserts, deletes or replaces one of them.
type symbols[S comparable] func(d *text.Doc) []S

// characters are the symbols of character edit distances: the Unicode code points of the cleaned
// text.
func characters(d *text.Doc) []rune { return []rune(d.Clean) }

// contentWords are the symbols of word edit distances.
func contentWords(d *text.Doc) []string { return d.Words }

// editSimilarity returns 1 - distance/max(n, m) for texts of n and m symbols, 1 if both are empty.
func editSimilarity(distance, n, m int) float64 {
	longer := max(n, m)
	if longer == 0 {
		return 1
	}
	return 1 - float64(distance)/float64(longer)
}

// maxStackSymbols is the number of symbols up to which a response needs no memory from the heap.
const maxStackSymbols = 128

// editSimilarities returns the constructor of comparisons with a key by [editSimilarity].
func editSimilarities[S comparable](list symbols[S]) func([]*text.Doc) keyComparison {
	return func(answers []*text.Doc) keyComparison {
		var alphabet levenshtein.Alphabet[S]
		numbers := make([][]int32, len(answers))
		for k, a := range answers {
			numbers[k] = alphabet.Add(nil, list(a))
		}
		patterns := make([]*levenshtein.Pattern, len(answers))
		for k, n := range numbers {
			patterns[k] = levenshtein.NewPattern(n, alphabet.Len())
		}
		return func(response *text.Doc) float64 {
			var onStack [maxStackSymbols]int32
			own, best := alphabet.Append(onStack[:0], list(response)), 0.0
			for _, p := range patterns {
				best = max(best, editSimilarity(p.Distance(own), len(own), p.Len()))
			}
			return best
		}
	}
}

// editIndex is a searcher by edit similarity, see [editSimilarity]. It compares the query with
// texts of similar length first, and with others only as long as their length allows a sufficient
// similarity. A comparison stops at the distance beyond which it no longer matters.
type editIndex struct {
	texts  []*text.Doc
	sorted []editText // by length
	// numbers appends the numbers of a text's symbols to dst, 0 for symbols that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	scratch      sync.Pool // of *editQuery
}

type editText struct {
	text    int32
	symbols []int32 // their numbers
}

type editQuery struct {
	symbols []int32
	pattern levenshtein.Pattern
}

// newEditIndex returns the constructor of indexes by the given symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		x := &editIndex{texts: texts, sorted: make([]editText, len(texts))}
		for k, d := range texts {
			x.sorted[k] = editText{int32(k), alphabet.Add(nil, list(d))}
		}
		slices.SortStableFunc(x.sorted, func(a, b editText) int {
			return cmp.Compare(len(a.symbols), len(b.symbols))
		})
		x.numbers = func(dst []int32, d *text.Doc) []int32 { return alphabet.Append(dst, list(d)) }
		x.alphabetSize = alphabet.Len()
		x.scratch.New = func() any { return new(editQuery) }
		return x
	}
}

func (x *editIndex) rank(limit int) *rankings { return rankBySearch(x, x.texts, limit) }

func (x *editIndex) search(query *text.Doc, s *topMatches) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	q.symbols = x.numbers(q.symbols[:0], query)
	q.pattern.Reset(q.symbols, x.alphabetSize)
	n := len(q.symbols)
	longer := sort.Search(len(x.sorted), func(k int) bool { return len(x.sorted[k].symbols) >= n })
	shorter := longer - 1
	// No text is more similar than one that is a prefix of the query or has the query as a prefix.
	most := func(k int) float64 {
		if k < 0 || k >= len(x.sorted) {
			return math.Inf(-1)
		}
		m := len(x.sorted[k].symbols)
		return editSimilarity(max(m-n, n-m), m, n)
	}
	for s.accepts(max(most(shorter), most(longer))) {
		next := longer
		if most(shorter) > most(longer) {
			next = shorter
			shorter--
		} else {
			longer++
		}
		if next == len(x.sorted) {
			return // all are done
		}
		t := x.sorted[next]
		if !s.eligible(t.text) {
			continue
		}
		if d, ok := q.pattern.Within(t.symbols, maxDistance(len(t.symbols), n, s)); ok {
			s.add(t.text, editSimilarity(d, len(t.symbols), n))
		}
	}
}

// maxDistance returns the largest distance at which s accepts a text of n symbols where the query
// has m, -1 if there is none.
func maxDistance(n, m int, s *topMatches) int {
	longer := max(n, m)
	d := longer
	// Start from above by the formula; its rounding must not decide.
	if guess := (1-s.threshold)*float64(longer) + 1; guess < float64(longer) {
		d = int(guess)
	}
	for d >= 0 && !s.accepts(editSimilarity(d, n, m)) {
		d--
	}
	return d
}
