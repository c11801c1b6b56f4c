package features

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// fittedSearch is a nearest neighbour of a training part with responses that were not known beforehand.
type fittedSearch struct {
	extractor nearest
	train     []Rated
	group     []int32 // of each training response: those who gave the same cleaned text
	docs      []*text.Doc
	given     []ratings // of each group
	index     func() searcher
	lists     sync.Pool // of *shortlist
}

func newFittedSearch(f *fittedNearest) *fittedSearch {
	g := &fittedSearch{extractor: f.prepared.extractor, train: f.train, group: f.class}
	place := make(map[string]int32)
	for i, t := range g.train {
		k, ok := place[t.Doc.Clean]
		if !ok {
			k = int32(len(g.docs))
			place[t.Doc.Clean] = k
			g.docs = append(g.docs, t.Doc)
			g.given = append(g.given, ratings{})
		}
		g.group[i] = k
		g.given[k].add(t.Rating)
	}
	g.lists.New = func() any { return newNearest() }
	g.index = sync.OnceValue(func() searcher { return g.extractor.index(g.docs) })
	return g
}

// Columns implements [Fitted].
func (f *fittedSearch) Columns() []string { return []string{f.extractor.name} }

// nearest returns the groups most similar to a response, ascending, without group except where that is not negative. It uses s.
func (f *fittedSearch) nearest(response *text.Doc, except int32, s *shortlist) []int32 {
	s.reset(nil, except)
	f.index().search(response, s)
	return s.numbers()
}

// Append implements [Fitted].
func (f *fittedSearch) Append(row *Row, response *text.Doc) {
	s := f.lists.Get().(*shortlist)
	defer f.lists.Put(s)
	var r ratings
	for _, k := range f.nearest(response, -1, s) {
		r.merge(f.given[k])
	}
	row.Add(0, r.mean())
}

// AppendTrain implements [Fitted].
func (f *fittedSearch) AppendTrain(row *Row, i int) {
	except := int32(-1)
	if f.given[f.group[i]].n == 1 {
		except = f.group[i]
	}
	near := make([]bool, len(f.docs))
	for _, k := range f.nearest(f.train[i].Doc, except, newNearest()) {
		near[k] = true
	}
	var r ratings
	for k, t := range f.train {
		if k != i && near[f.group[k]] {
			r.add(t.Rating)
		}
	}
	row.Add(0, r.mean())
}
