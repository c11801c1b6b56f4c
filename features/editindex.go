package features

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// editIndex is a searcher by edit similarity, see [editSimilarity]. It compares the query with
// texts of like length first, and with others only as long as their length allows a sufficient
// similarity. Most of the texts that are left are rejected by their bag of symbols, which bounds
// the distance from below.
type editIndex struct {
	texts []*text.Doc
	// numbers appends the numbers of a text's symbols to dst, 0 for those that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	groups       []lengthGroup // by length
	scratch      sync.Pool     // of *editQuery
}

// lengthGroup holds the texts of one length.
type lengthGroup struct {
	length int
	texts  []editText
}

type editText struct {
	bag     symbolBag
	text    int32
	symbols []int32
}

type editQuery struct {
	bag     symbolBag
	bags    bagBuilder
	symbols []int32
	pattern levenshtein.Pattern
}

// newEditIndex returns the constructor of indexes by the given symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		numbers := make([][]int32, len(texts))
		for k, d := range texts {
			numbers[k] = alphabet.Add(nil, list(d))
		}
		x := &editIndex{
			texts: texts,
			numbers: func(dst []int32, d *text.Doc) []int32 {
				return alphabet.Append(dst, list(d))
			},
			alphabetSize: alphabet.Len(),
			groups:       groupByLength(numbers),
		}
		x.scratch.New = func() any { return new(editQuery) }
		return x
	}
}

// groupByLength groups texts, each given by the numbers of its symbols.
func groupByLength(numbers [][]int32) []lengthGroup {
	all := make([]editText, len(numbers))
	var bags bagBuilder
	for k, n := range numbers {
		all[k] = editText{bags.build(n), int32(k), n}
	}
	slices.SortStableFunc(all, func(a, b editText) int {
		return cmp.Compare(len(a.symbols), len(b.symbols))
	})
	var groups []lengthGroup
	for k := 0; k < len(all); {
		end := k + 1
		for end < len(all) && len(all[end].symbols) == len(all[k].symbols) {
			end++
		}
		groups = append(groups, lengthGroup{len(all[k].symbols), all[k:end]})
		k = end
	}
	return groups
}

func (x *editIndex) rank(limit int) *rankings { return rankBySearch(x, x.texts, limit) }

func (x *editIndex) search(query *text.Doc, s *topMatches) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	q.symbols = x.numbers(q.symbols[:0], query)
	q.bag = q.bags.build(q.symbols)
	q.pattern.Reset(q.symbols, x.alphabetSize)
	n := len(q.symbols)
	longer, _ := slices.BinarySearchFunc(x.groups, n, func(g lengthGroup, n int) int {
		return cmp.Compare(g.length, n)
	})
	shorter := longer - 1
	// No text is more similar than one that is a prefix of the query or has it as a prefix.
	maxSimilarity := func(k int) float64 {
		if k < 0 || k >= len(x.groups) {
			return math.Inf(-1)
		}
		length := x.groups[k].length
		return editSimilarity(max(length-n, n-length), length, n)
	}
	for shorter >= 0 || longer < len(x.groups) {
		next := longer
		if maxSimilarity(shorter) > maxSimilarity(longer) {
			next = shorter
			shorter--
		} else {
			longer++
		}
		if !s.accepts(maxSimilarity(next)) {
			return // no other length is closer
		}
		q.compare(x.groups[next], s)
	}
}

// compare adds the texts of one length to s.
func (q *editQuery) compare(g lengthGroup, s *topMatches) {
	limit := q.maxDistance(g.length, s)
	for i := range g.texts {
		t := &g.texts[i]
		if q.bag.minDistance(t.bag) > limit || !s.eligible(t.text) {
			continue
		}
		d, ok := q.pattern.Within(t.symbols, limit)
		if !ok {
			continue
		}
		threshold := s.threshold
		s.add(t.text, editSimilarity(d, g.length, len(q.symbols)))
		if s.threshold != threshold {
			limit = q.maxDistance(g.length, s)
		}
	}
}

// maxDistance returns the largest distance at which s accepts a text of the given length, -1 if
// there is none.
func (q *editQuery) maxDistance(length int, s *topMatches) int {
	n := len(q.symbols)
	longer := max(length, n)
	d := longer
	// Start from above by the formula; its rounding must not decide.
	if guess := (1-s.threshold)*float64(longer) + 1; guess < float64(longer) {
		d = int(guess)
	}
	for d >= 0 && !s.accepts(editSimilarity(d, length, n)) {
		d--
	}
	return d
}
