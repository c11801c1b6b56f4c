package features

import "github.com/luna-rating/luna/features/text"

// searcher finds, in a fixed list of texts, those most similar to any text. Texts are identified by
// their positions in the list. It is safe for concurrent use.
type searcher interface {
	// search adds to s every eligible text that s accepts.
	search(query *text.Doc, s *topMatches)
	// rank lists, for each of the texts, the texts most similar to it: groups of equally similar
	// ones, as many as have at most limit texts in total.
	rank(limit int) *rankings
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
)

// rankLimit returns the maximum length of each of n texts' rankings.
func rankLimit(n int) int {
	if n <= smallSet {
		return n
	}
	return maxRanked
}

// rankBySearch implements rank by a search for each text.
func rankBySearch(x searcher, texts []*text.Doc, limit int) *rankings {
	r, s := newRankings(len(texts)), newTopMatches(minRanked, limit)
	for _, d := range texts {
		s.reset(nil, -1)
		x.search(d, s)
		r.add(s)
	}
	return r
}

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

// rank compares each pair once.
func (x comparison) rank(limit int) *rankings {
	ranked := minRanked
	if len(x.texts) <= smallSet {
		ranked = max(1, len(x.texts)) // a similarity may be expensive: keep all
	}
	lists := make([]*topMatches, len(x.texts))
	for a, d := range x.texts {
		lists[a] = newTopMatches(ranked, limit)
		for b, e := range x.texts[:a+1] {
			s := x.similarity(d, e)
			lists[a].add(int32(b), s)
			if a != b {
				lists[b].add(int32(a), s)
			}
		}
	}
	r := newRankings(len(x.texts))
	for _, s := range lists {
		r.add(s)
	}
	return r
}
