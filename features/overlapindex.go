package features

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

// overlapIndex is a searcher by the number of distinct words that texts share: an inverted index.
type overlapIndex struct {
	texts    []*text.Doc
	postings map[string][]int32 // by word: the texts that have it, ascending
	scratch  sync.Pool          // of *overlapQuery
}

type overlapQuery struct {
	shared []int32 // the number of shared words by text; zeros between searches
	texts  []int32 // that share any
}

func newOverlapIndex(texts []*text.Doc) searcher {
	x := &overlapIndex{texts: texts, postings: make(map[string][]int32)}
	for k, d := range texts {
		for _, w := range d.Set {
			x.postings[w] = append(x.postings[w], int32(k))
		}
	}
	x.scratch.New = func() any { return &overlapQuery{shared: make([]int32, len(texts))} }
	return x
}

func (x *overlapIndex) rank(limit int) rankings {
	r := make(rankings, len(x.texts))
	parallel.Each(len(r), func(k int) {
		s := newTopMatches(minRanked, limit, 0)
		x.search(x.texts[k], s)
		r[k] = s.groups()
	})
	return r
}

func (x *overlapIndex) search(query *text.Doc, s *topMatches) {
	q := x.scratch.Get().(*overlapQuery)
	defer x.scratch.Put(q)
	for _, w := range query.Set {
		for _, k := range x.postings[w] {
			if q.shared[k] == 0 {
				q.texts = append(q.texts, k)
			}
			q.shared[k]++
		}
	}
	for _, k := range q.texts {
		if n := float64(q.shared[k]); s.accepts(n) && s.eligible(k) {
			s.add(k, n)
		}
	}
	s.prune() // what is accepted now
	for k := 0; k < len(q.shared) && s.accepts(0); k++ {
		if q.shared[k] == 0 && s.eligible(int32(k)) {
			s.add(int32(k), 0)
		}
	}
	for _, k := range q.texts {
		q.shared[k] = 0
	}
	q.texts = q.texts[:0]
}
