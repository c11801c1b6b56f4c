package features

import (
	"math"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
	"github.com/luna-rating/luna/internal/parallel"
)

// searcher finds, in a fixed list of texts, those most similar to any text. Texts are identified by
// their positions in the list. It is safe for concurrent use.
type searcher interface {
	// search adds to s every eligible text that s accepts.
	search(query *text.Doc, s *topMatches)
	// rank lists, for each of the texts, the texts most similar to it: groups of equally similar
	// ones, as many as have at most limit texts in total.
	rank(limit int) rankings
}

const (
	// minRanked is how many of the most similar texts are ranked for each text. With so many,
	// nearly every training set contains one of them.
	minRanked = 8
	// smallSet is the number of texts up to which rankings may have any length.
	smallSet = 1024
	// maxRanked is the maximum length of a ranking in a larger set, so that memory does not grow
	// with the square of the number of texts. Texts with more ties are searched for.
	maxRanked = 64
	// manyTexts is the number of texts beyond which the nearest other one has to do.
	manyTexts = 1 << 14
)

// comparison is a searcher by any similarity. It knows nothing of the similarity but its values,
// and so computes it for all texts.
type comparison struct {
	texts      []*text.Doc
	similarity func(a, b *text.Doc) float64
}

func newComparison(similarity func(a, b *text.Doc) float64) func([]*text.Doc) searcher {
	return func(texts []*text.Doc) searcher { return comparison{texts, similarity} }
}

func (x comparison) search(query *text.Doc, s *topMatches) {
	for k, d := range x.texts {
		if s.eligible(int32(k)) {
			s.add(int32(k), x.similarity(query, d))
		}
	}
}

func (x comparison) rank(limit int) rankings {
	// A similarity may be expensive: keep as many as there may be.
	return rankPairs(len(x.texts), limit, limit, math.NaN(), func(lists []sharedMatches, rows, columns span) {
		for a := rows.from; a < rows.to; a++ {
			for b := max(a, columns.from); b < columns.to; b++ {
				share(lists, int32(a), int32(b), x.similarity(x.texts[b], x.texts[a]))
			}
		}
	})
}

// span is the numbers from one to before another.
type span struct{ from, to int }

// maxSpan is the largest number of texts that rankPairs takes together.
const maxSpan = 256

// rankPairs ranks n texts, for each the k most similar ones at least, and compares each pair once.
// No similarity is below least, unless that is NaN. On all processors it calls compare for each two
// spans of texts, or one twice, those that are next to each other first.
func rankPairs(
	n, k, limit int, least float64, compare func(lists []sharedMatches, rows, columns span),
) rankings {
	lists := make([]sharedMatches, n)
	for a := range lists {
		lists[a].topMatches = *newTopMatches(k, limit, least)
	}
	size := min(n/64+levenshtein.Lanes, maxSpan) &^ (levenshtein.Lanes - 1) // no lane is idle
	count := (n + size - 1) / size
	at := func(i int) span { return span{i * size, min(i*size+size, n)} }
	parallel.EachOf(count*(count/2+1), 1, func(i int) {
		a, away := i%count, i/count
		b := (a + away) % count
		if 2*away < count || a < away { // half way round, each two would come twice
			compare(lists, at(min(a, b)), at(max(a, b)))
		}
	})
	r := make(rankings, n)
	parallel.Each(n, func(a int) { r[a] = lists[a].groups() })
	return r
}

// sharedMatches are the matches of a text that several goroutines find.
type sharedMatches struct {
	mu sync.Mutex
	topMatches
}

// share adds two texts to the matches of each other, or a text to its own.
func share(lists []sharedMatches, a, b int32, similarity float64) {
	lists[a].do(func(s *topMatches) { s.add(b, similarity) })
	if a != b {
		lists[b].do(func(s *topMatches) { s.add(a, similarity) })
	}
}

// do calls do while no other goroutine has the matches.
func (s *sharedMatches) do(do func(s *topMatches)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(&s.topMatches)
}
