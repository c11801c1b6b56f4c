package features

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// editIndex is a searcher by edit similarity, see [editSimilarity]. It compares texts of similar
// length first, and others only as long as their length allows a sufficient similarity. A
// comparison stops at the distance beyond which it no longer matters.
type editIndex struct {
	sorted []editText // by length
	// numbers appends the numbers of a text's symbols to dst, 0 for symbols that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	scratch      sync.Pool // of *editQuery
}

// editText is a text as the numbers of its symbols.
type editText struct {
	text    int32
	symbols []int32
	some    [2]uint64 // a bit for each of the first four symbols with a number of the same last bits
}

func newEditText(text int32, symbols []int32) editText {
	t := editText{text: text, symbols: symbols}
	for _, s := range symbols {
		for k := range 4 {
			some, bit := &t.some[k/2], uint64(1)<<(int(s)%32+k%2*32)
			if *some&bit == 0 {
				*some |= bit
				break
			}
		}
	}
	return t
}

// minDistance returns a lower bound of the distance: an edit adds at most one symbol to those that
// one text has and the other does not.
func (t *editText) minDistance(u *editText) int {
	return max(
		bits.OnesCount64(t.some[0]&^u.some[0])+bits.OnesCount64(t.some[1]&^u.some[1]),
		bits.OnesCount64(u.some[0]&^t.some[0])+bits.OnesCount64(u.some[1]&^t.some[1]),
	)
}

type editQuery struct {
	editText
	pattern       levenshtein.Pattern
	rows, columns []int // see editIndex.compare
}

// newEditIndex returns the constructor of indexes by the given symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		x := &editIndex{sorted: make([]editText, len(texts))}
		for k, d := range texts {
			x.sorted[k] = newEditText(int32(k), alphabet.Add(nil, list(d)))
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

func (x *editIndex) rank(limit int) *rankings {
	return rankPairs(len(x.sorted), minRanked, limit, x.compare)
}

// compare compares each text of rows with each of columns that is not before it. It knows for each
// of them the distance from which on others do not matter, or a larger one.
func (x *editIndex) compare(lists []sharedMatches, rows, columns span) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	longest := len(x.sorted[columns.to-1].symbols)
	limits := func(dst []int, texts []editText) []int {
		for _, t := range texts {
			dst = append(dst, lists[t.text].distance(longest))
		}
		return dst
	}
	q.rows = limits(q.rows[:0], x.sorted[rows.from:rows.to])
	q.columns = limits(q.columns[:0], x.sorted[columns.from:columns.to])
	apart := len(x.sorted[columns.from].symbols) - len(x.sorted[rows.to-1].symbols)
	if apart > max(slices.Max(q.rows), slices.Max(q.columns)) {
		return
	}
	for a := rows.from; a < rows.to; a++ {
		t, row, prepared := &x.sorted[a], &q.rows[a-rows.from], false
		for b := max(a, columns.from); b < columns.to; b++ {
			u, column := &x.sorted[b], &q.columns[b-columns.from]
			limit := max(*row, *column)
			if t.minDistance(u) > limit {
				continue
			}
			d, ok := 0, true
			if a != b {
				if !prepared {
					q.pattern.Reset(t.symbols, x.alphabetSize)
					prepared = true
				}
				d, ok = q.pattern.Within(u.symbols, limit)
			}
			if ok {
				s := editSimilarity(d, len(t.symbols), len(u.symbols))
				share(lists, t.text, u.text, s)
				*row, *column = lists[t.text].distance(longest), lists[u.text].distance(longest)
			}
		}
	}
}

func (x *editIndex) search(query *text.Doc, s *topMatches) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	q.editText = newEditText(-1, x.numbers(q.symbols[:0], query))
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
		t := &x.sorted[next]
		m := len(t.symbols)
		if !s.eligible(t.text) || !s.accepts(editSimilarity(q.minDistance(t), m, n)) {
			continue
		}
		d, ok := 0, true
		if !slices.Equal(t.symbols, q.symbols) {
			d, ok = q.pattern.Within(t.symbols, maxDistance(m, n, s))
		}
		if ok {
			s.add(t.text, editSimilarity(d, m, n))
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
