package features

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
	"github.com/luna-rating/luna/internal/numbers"
)

// editIndex is a searcher by edit similarity, see [editSimilarity]. It compares texts of similar
// length first, and others only as long as their length allows a sufficient similarity. A
// comparison stops at the distance beyond which it no longer matters.
type editIndex struct {
	sorted []levenshtein.Sketch // by length
	// numbers appends the numbers of a text's symbols to dst, 0 for symbols that no text has.
	numbers      func(dst []int32, d *text.Doc) []int32
	alphabetSize int
	scratch      sync.Pool // of *editQuery
}

type editQuery struct {
	levenshtein.Sketch
	pattern levenshtein.Pattern
	rows    levenshtein.Four
	near    [maxSpan]uint8
}

// newEditIndex returns the constructor of indexes by the given symbols.
func newEditIndex[S comparable](list symbols[S]) func(texts []*text.Doc) searcher {
	return func(texts []*text.Doc) searcher {
		var alphabet levenshtein.Alphabet[S]
		x := &editIndex{sorted: make([]levenshtein.Sketch, len(texts))}
		for k, d := range texts {
			x.sorted[k] = levenshtein.NewSketch(alphabet.Add(nil, list(d)))
			x.sorted[k].Number = int32(k)
		}
		slices.SortStableFunc(x.sorted, func(a, b levenshtein.Sketch) int {
			// Texts that begin alike are often near each other.
			return cmp.Or(
				cmp.Compare(len(a.Symbols), len(b.Symbols)), slices.Compare(a.Symbols, b.Symbols))
		})
		x.numbers = func(dst []int32, d *text.Doc) []int32 { return alphabet.Append(dst, list(d)) }
		x.alphabetSize = alphabet.Len()
		x.scratch.New = func() any { return new(editQuery) }
		return x
	}
}

func (x *editIndex) rank(limit int) rankings {
	k := minRanked
	if len(x.sorted) > manyTexts {
		k = 2 // itself and another one
	}
	return rankPairs(len(x.sorted), k, limit, 0, x.compare)
}

// compare compares each text of rows with each of columns that is not before it. The limits are,
// for each of them, the distance beyond which others do not matter.
func (x *editIndex) compare(lists []sharedMatches, rows, columns span) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	longest := len(x.sorted[columns.to-1].Symbols)
	limit := func(t levenshtein.Sketch) (d int) {
		lists[t.Number].do(func(s *topMatches) { d = s.distance(longest) })
		return d
	}
	rowLimits := numbers.Map(x.sorted[rows.from:rows.to], limit)
	columnLimits := numbers.Map(x.sorted[columns.from:columns.to], limit)
	apart := len(x.sorted[columns.from].Symbols) - len(x.sorted[rows.to-1].Symbols)
	if apart > max(slices.Max(rowLimits), slices.Max(columnLimits)) {
		return
	}
	var some []levenshtein.Sketch
	for a := rows.from; a < rows.to; a += len(some) {
		some = levenshtein.Together(x.sorted[a:rows.to])
		var symbols [levenshtein.Lanes][]int32
		for k, t := range some {
			symbols[k] = t.Symbols
		}
		q.rows.Reset(symbols, x.alphabetSize)
		from := max(a, columns.from)
		others, near := x.sorted[from:columns.to], q.near[:columns.to-from]
		clear(near)
		levenshtein.Near(near, some, others, rowLimits[a-rows.from:], columnLimits[from-columns.from:])
		for i, lanes := range near {
			if lanes == 0 {
				continue
			}
			u, columnLimit := &others[i], &columnLimits[from-columns.from+i]
			limits := levenshtein.Limits(
				lanes, some[:min(len(some), from+i+1-a)], u, rowLimits[a-rows.from:], *columnLimit)
			for k, d := range q.rows.Within(u.Symbols, limits) {
				if d <= limits[k] {
					t := &some[k]
					share(lists, t.Number, u.Number, editSimilarity(d, len(t.Symbols), len(u.Symbols)))
					rowLimits[a-rows.from+k], *columnLimit = limit(*t), limit(*u)
				}
			}
		}
	}
}

func (x *editIndex) search(query *text.Doc, s *topMatches) {
	q := x.scratch.Get().(*editQuery)
	defer x.scratch.Put(q)
	q.Sketch = levenshtein.NewSketch(x.numbers(q.Symbols[:0], query))
	q.pattern.Reset(q.Symbols, x.alphabetSize)
	n := len(q.Symbols)
	longer := sort.Search(len(x.sorted), func(k int) bool { return len(x.sorted[k].Symbols) >= n })
	for k, more := 0, true; more; k++ {
		more = false
		for _, at := range [2]int{longer + k, longer - 1 - k} {
			if at < 0 || at >= len(x.sorted) {
				continue
			}
			t := &x.sorted[at]
			m := len(t.Symbols)
			most := s.distance(max(m, n))
			if max(m-n, n-m) > most {
				continue
			}
			more = true
			if q.Beyond(t, most) || !s.eligible(t.Number) {
				continue
			}
			if d, ok := q.pattern.Within(t.Symbols, most); ok {
				s.add(t.Number, editSimilarity(d, m, n))
			}
		}
	}
}
