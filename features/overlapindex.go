package features

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// overlapIndex is a searcher by the number of distinct words that texts share: an inverted index.
type overlapIndex struct {
	texts    []*text.Doc
	postings map[string][]int32 // by word: the texts that have it, ascending
	scratch  sync.Pool          // of *[]int32: the number of shared words by text
}

func newOverlapIndex(texts []*text.Doc) searcher {
	x := &overlapIndex{texts: texts, postings: make(map[string][]int32)}
	for k, d := range texts {
		for _, w := range d.Set {
			x.postings[w] = append(x.postings[w], int32(k))
		}
	}
	x.scratch.New = func() any { return new(make([]int32, len(texts))) }
	return x
}

func (x *overlapIndex) rank(limit int) *rankings { return rankBySearch(x, x.texts, limit) }

func (x *overlapIndex) search(query *text.Doc, s *topMatches) {
	scratch := x.scratch.Get().(*[]int32)
	defer x.scratch.Put(scratch)
	shared := *scratch
	clear(shared)
	for _, w := range query.Set {
		for _, k := range x.postings[w] {
			shared[k]++
		}
	}
	for k, n := range shared {
		if s.eligible(int32(k)) {
			s.add(int32(k), float64(n))
		}
	}
}
