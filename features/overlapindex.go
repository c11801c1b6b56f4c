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
	number   map[string]int32 // of words
	postings [][]int32        // the texts that have the word, ascending
	scratch  sync.Pool        // of *overlapCounts
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
	x.scratch.New = func() any { return &overlapCounts{of: make([]int32, len(texts))} }
	return x
}

func (x *overlapIndex) rank(most int) *rankings { return rankBySearch(x, x.texts, most) }

// overlapCounts is the number of words that texts share with a query, for those that share any.
type overlapCounts struct {
	of      []int32 // of each text; zeros between searches
	texts   []int32 // that share a word
	queried [][]int32
}

func (x *overlapIndex) search(query *text.Doc, s *shortlist) {
	c := x.scratch.Get().(*overlapCounts)
	defer x.scratch.Put(c)
	c.queried = c.queried[:0]
	for _, w := range query.Set {
		if n, ok := x.number[w]; ok {
			c.queried = append(c.queried, x.postings[n])
		}
	}
	slices.SortFunc(c.queried, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	c.count(s)
	for _, k := range c.texts {
		s.offer(k, float64(c.of[k]))
	}
	if s.wants(0) {
		for k, n := range c.of {
			if n == 0 && s.has(int32(k)) {
				s.offer(int32(k), 0)
			}
		}
	}
	for _, k := range c.texts {
		c.of[k] = 0
	}
	c.texts = c.texts[:0]
}

// count counts the shared words, the rarest first. Where as many texts as are wanted share more words than
// are left, those that share none so far need not be counted any more.
func (c *overlapCounts) count(s *shortlist) {
	open := true
	for i, posting := range c.queried {
		if open = open && !c.enough(len(c.queried)-i, s.wanted); open {
			c.countAll(posting, s)
		} else {
			c.countOn(posting)
		}
	}
}

// enough reports whether as many texts as are wanted share more than n words.
func (c *overlapCounts) enough(n, wanted int) bool {
	for _, k := range c.texts {
		if c.of[k] > int32(n) {
			wanted--
			if wanted == 0 {
				return true
			}
		}
	}
	return false
}

func (c *overlapCounts) countAll(posting []int32, s *shortlist) {
	for _, k := range posting {
		if c.of[k] > 0 {
			c.of[k]++
		} else if s.has(k) {
			c.of[k] = 1
			c.texts = append(c.texts, k)
		}
	}
}

// searchCost is about how many steps along a list a binary search in it takes.
const searchCost = 16

// countOn counts a word of the texts alone that share another one.
func (c *overlapCounts) countOn(posting []int32) {
	if len(posting) <= searchCost*len(c.texts) {
		for _, k := range posting {
			if c.of[k] > 0 {
				c.of[k]++
			}
		}
		return
	}
	for _, k := range c.texts {
		if _, ok := slices.BinarySearch(posting, k); ok {
			c.of[k]++
		}
	}
}
