package features

import (
	"cmp"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// overlapIndex is a searcher by the number of distinct words that texts share: an inverted index.
type overlapIndex struct {
	texts    []*text.Doc
	number   map[string]int32 // by word
	postings [][]int32        // the texts that have the word, ascending
	scratch  sync.Pool        // of *sharedCounts
}

func newOverlapIndex(texts []*text.Doc) searcher {
	x := &overlapIndex{texts: texts, number: make(map[string]int32)}
	for k, d := range texts {
		for _, w := range d.Set {
			n, ok := x.number[w]
			if !ok {
				n = int32(len(x.postings))
				x.number[w] = n
				x.postings = append(x.postings, nil)
			}
			x.postings[n] = append(x.postings[n], int32(k))
		}
	}
	x.scratch.New = func() any { return &sharedCounts{shared: make([]int32, len(texts))} }
	return x
}

func (x *overlapIndex) rank(limit int) *rankings { return rankBySearch(x, x.texts, limit) }

// sharedCounts counts the words that texts share with a query.
type sharedCounts struct {
	shared   []int32   // by text; all zero between searches
	texts    []int32   // the texts that share a word
	postings [][]int32 // of the query's words
}

func (x *overlapIndex) search(query *text.Doc, s *topMatches) {
	c := x.scratch.Get().(*sharedCounts)
	defer x.scratch.Put(c)
	c.postings = c.postings[:0]
	for _, w := range query.Set {
		if n, ok := x.number[w]; ok {
			c.postings = append(c.postings, x.postings[n])
		}
	}
	slices.SortFunc(c.postings, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	c.count(s)
	for _, k := range c.texts {
		s.add(k, float64(c.shared[k]))
	}
	if s.accepts(0) {
		for k, n := range c.shared {
			if n == 0 && s.eligible(int32(k)) {
				s.add(int32(k), 0)
			}
		}
	}
	for _, k := range c.texts {
		c.shared[k] = 0
	}
	c.texts = c.texts[:0]
}

// count counts the shared words, the rarest first. Once s.k texts share more words than are left
// to count, texts that share none so far cannot be among the best and are ignored.
func (c *sharedCounts) count(s *topMatches) {
	open := true
	for i, posting := range c.postings {
		if open = open && !c.enoughAbove(len(c.postings)-i, s.k); open {
			c.addAll(posting, s)
		} else {
			c.addToCounted(posting)
		}
	}
}

// enoughAbove reports whether at least k texts share more than n words.
func (c *sharedCounts) enoughAbove(n, k int) bool {
	for _, t := range c.texts {
		if c.shared[t] > int32(n) {
			k--
			if k == 0 {
				return true
			}
		}
	}
	return false
}

// addAll counts a word for all eligible texts that have it.
func (c *sharedCounts) addAll(posting []int32, s *topMatches) {
	for _, k := range posting {
		if c.shared[k] > 0 {
			c.shared[k]++
		} else if s.eligible(k) {
			c.shared[k] = 1
			c.texts = append(c.texts, k)
		}
	}
}

// searchCost is the approximate cost of a binary search in steps along a list.
const searchCost = 16

// addToCounted counts a word for those texts only that share another one.
func (c *sharedCounts) addToCounted(posting []int32) {
	if len(posting) <= searchCost*len(c.texts) {
		for _, k := range posting {
			if c.shared[k] > 0 {
				c.shared[k]++
			}
		}
		return
	}
	for _, k := range c.texts {
		if _, ok := slices.BinarySearch(posting, k); ok {
			c.shared[k]++
		}
	}
}
