package features

import "github.com/luna-rating/luna/features/text"

// searcher finds, among the texts that it was made of, those most similar to any text. It is safe for concurrent use.
type searcher interface {
	// search offers the shortlist every text that it wants.
	search(query *text.Doc, s *shortlist)
	// rank lists for each of the texts those of its shortlist, in as many groups as have no more than most texts together.
	rank(most int) *rankings
}

const (
	// rankedTexts is the number of most similar texts that are listed for each text, so that one of them is in nearly every training part.
	rankedTexts = 8
	// fewTexts is the number of texts up to which the lists may have any length.
	fewTexts = 1024
	// rankedMost is the number of texts that a list has at most where there are more, lest memory grow with their square. Those that
	// have more equally similar texts are searched for.
	rankedMost = 64
)

// mostRanked returns the bound on each of n texts' lists.
func mostRanked(n int) int {
	if n <= fewTexts {
		return n
	}
	return rankedMost
}

// rankBySearch lists the most similar of the texts for each of them by searching.
func rankBySearch(x searcher, texts []*text.Doc, most int) *rankings {
	r, s := newRankings(len(texts)), newShortlist(rankedTexts, most)
	for _, d := range texts {
		s.reset(nil, -1)
		x.search(d, s)
		r.add(s)
	}
	return r
}

// comparison is a searcher by any similarity: of nothing but its values, all must be known.
type comparison struct {
	texts      []*text.Doc
	similarity func(a, b *text.Doc) float64
}

func newComparison(similarity func(a, b *text.Doc) float64) func([]*text.Doc) searcher {
	return func(texts []*text.Doc) searcher { return comparison{texts, similarity} }
}

func (x comparison) search(query *text.Doc, s *shortlist) {
	for k, d := range x.texts {
		if s.has(int32(k)) {
			s.offer(int32(k), x.similarity(query, d))
		}
	}
}

// rank compares each pair once.
func (x comparison) rank(most int) *rankings {
	wanted := rankedTexts
	if len(x.texts) <= fewTexts {
		wanted = max(1, len(x.texts)) // comparing may take long: keep all
	}
	lists := make([]*shortlist, len(x.texts))
	for a, d := range x.texts {
		lists[a] = newShortlist(wanted, most)
		for b, e := range x.texts[:a+1] {
			s := x.similarity(d, e)
			lists[a].offer(int32(b), s)
			if a != b {
				lists[b].offer(int32(a), s)
			}
		}
	}
	r := newRankings(len(x.texts))
	for _, s := range lists {
		r.add(s)
	}
	return r
}
