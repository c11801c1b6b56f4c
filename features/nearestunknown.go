package features

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// fittedUnknown is a nearest neighbour fitted to responses some of which were not known
// beforehand. It makes an index of its own.
type fittedUnknown struct {
	extractor nearest
	train     []Rated
	class     []int32     // by training response: those with the same cleaned text
	docs      []*text.Doc // one of each class
	given     []ratings   // by class
	index     func() searcher
	scratch   sync.Pool // of *topMatches
}

// newFittedUnknown takes over the memory of f.
func newFittedUnknown(f *fittedNearest) *fittedUnknown {
	g := &fittedUnknown{extractor: f.prepared.extractor, train: f.train, class: f.class}
	byText := make(map[string]int32)
	for i, t := range g.train {
		c, ok := byText[t.Doc.Clean]
		if !ok {
			c = int32(len(g.docs))
			byText[t.Doc.Clean] = c
			g.docs = append(g.docs, t.Doc)
			g.given = append(g.given, ratings{})
		}
		g.class[i] = c
		g.given[c].add(t.Rating)
	}
	g.scratch.New = func() any { return newNearestMatches() }
	g.index = sync.OnceValue(func() searcher { return g.extractor.index(g.docs) })
	return g
}

// Columns implements [Fitted].
func (f *fittedUnknown) Columns() []string { return []string{f.extractor.name} }

// nearest returns the classes most similar to a response, ascending. Class except, unless
// negative, is not among them. It uses s.
func (f *fittedUnknown) nearest(response *text.Doc, except int32, s *topMatches) []int32 {
	s.reset(nil, except)
	f.index().search(response, s)
	return s.texts()
}

// Append implements [Fitted].
func (f *fittedUnknown) Append(row *Row, response *text.Doc) {
	s := f.scratch.Get().(*topMatches)
	defer f.scratch.Put(s)
	var r ratings
	for _, c := range f.nearest(response, -1, s) {
		r.merge(f.given[c])
	}
	row.Add(0, r.mean())
}

// AppendTrain implements [Fitted].
func (f *fittedUnknown) AppendTrain(row *Row, i int) {
	except := int32(-1)
	if f.given[f.class[i]].n == 1 {
		except = f.class[i]
	}
	near := make([]bool, len(f.docs))
	for _, c := range f.nearest(f.train[i].Doc, except, newNearestMatches()) {
		near[c] = true
	}
	var r ratings
	for k, t := range f.train {
		if k != i && near[f.class[k]] {
			r.add(t.Rating)
		}
	}
	row.Add(0, r.mean())
}
