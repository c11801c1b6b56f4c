package features

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// editIndex is a searcher by edit similarity, see [editSimilarity]. Texts whose length alone makes them
// too different are not compared, nor any further than to the distance that is still of interest.
type editIndex struct {
	texts   []*text.Doc
	symbols [][]int32 // by text, their numbers
	// numbers appends the numbers of a text's symbols to dst, 0 for those that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	scratch      sync.Pool // of *editQuery
}

type editQuery struct {
	symbols []int32
	pattern levenshtein.Pattern
}

// newEditIndex returns the constructor of indexes by the given symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		x := &editIndex{texts: texts, symbols: make([][]int32, len(texts))}
		for k, d := range texts {
			x.symbols[k] = alphabet.Add(nil, list(d))
		}
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
	for k, t := range x.symbols {
		if !s.eligible(int32(k)) {
			continue
		}
		shortest := max(len(t)-n, n-len(t)) // the distance of a text and its beginning
		limit := maxDistance(len(t), n, s)
		if shortest > limit {
			continue
		}
		if d, ok := q.pattern.Within(t, limit); ok {
			s.add(int32(k), editSimilarity(d, len(t), n))
		}
	}
}

// maxDistance returns the largest distance at which s accepts a text of n symbols where the query has m,
// -1 if there is none.
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
