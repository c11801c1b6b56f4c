package features

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Nearest returns a response-based feature: one column, the rating of the training respondent whose
// response to the question is most similar. If several are equally similar, it is the mean of their
// ratings. A training respondent's own rating is left out of its row; others who gave the same text
// count. Without any neighbour it is 0. The similarity, which is larger for nearer responses, must
// be symmetric, depend on the cleaned texts alone and be safe for concurrent use.
func Nearest(name, description string, similarity func(a, b *text.Doc) float64) Extractor {
	return nearest{info{name, description, ResponseBased}, newComparison(similarity)}
}

type nearest struct {
	info
	index func(texts []*text.Doc) searcher
}

// Prepare implements [Extractor]. It ranks, for each distinct cleaned response, those most
// similar to it.
func (e nearest) Prepare(q *Question) Prepared {
	p := e.prepare(q.Docs)
	limit := len(p.docs)
	if limit > smallSet {
		limit = maxRanked
	}
	p.ranked = p.index.rank(limit)
	return p
}

// prepare returns the feature for texts, without rankings.
func (e nearest) prepare(docs []*text.Doc) *preparedNearest {
	p := &preparedNearest{
		extractor: e,
		byText:    make(map[string]int32, len(docs)),
	}
	for _, d := range docs {
		if _, ok := p.byText[d.Clean]; !ok {
			p.byText[d.Clean] = int32(len(p.docs))
			p.docs = append(p.docs, d)
		}
	}
	p.index = e.index(p.docs)
	return p
}

// preparedNearest holds the classes of responses with the same cleaned text, and for each class
// the most similar ones.
type preparedNearest struct {
	extractor nearest
	byText    map[string]int32
	docs      []*text.Doc // one of each class
	index     searcher    // of the classes
	ranked    rankings    // of the classes; nil if they are to be searched for each time
}

// Fit implements [Prepared].
func (p *preparedNearest) Fit(train []Rated) Fitted {
	f := &fittedNearest{
		prepared: p,
		ratings:  make([]float64, len(train)),
		class:    make([]int32, len(train)),
		given:    make([]ratings, len(p.docs)),
		means:    make([]atomic.Uint64, len(p.docs)),
	}
	for i, t := range train {
		c, ok := p.byText[t.Doc.Clean]
		if !ok {
			// If some texts were not known beforehand, the training set needs an index of its own.
			return p.extractor.prepare(docsOf(train)).Fit(train)
		}
		f.class[i], f.ratings[i] = c, t.Rating
		f.given[c].merge(ratings{1, t.Rating})
	}
	f.trainValues = sync.OnceValue(f.leaveOneOut)
	f.scratch.New = func() any { return newTopMatches(1, math.MaxInt, math.NaN()) }
	return f
}

// fittedNearest is fitted to responses that were all known beforehand.
type fittedNearest struct {
	prepared    *preparedNearest
	ratings     []float64       // by training response
	class       []int32         // by training response
	given       []ratings       // by class
	means       []atomic.Uint64 // by class: the neighbours' mean rating, its bits inverted; 0 until then
	apart       sync.Once       // makes others
	others      []ratings       // by class: of all other classes
	trainValues func() []float64
	scratch     sync.Pool // of *topMatches
}

// Columns implements [Fitted].
func (f *fittedNearest) Columns() []string { return []string{f.prepared.extractor.name} }

// Append implements [Fitted].
func (f *fittedNearest) Append(row *Row, response *text.Doc) {
	c, known := f.prepared.byText[response.Clean]
	if !known {
		c = -1
	} else if bits := f.means[c].Load(); bits != 0 {
		row.Add(0, math.Float64frombits(^bits))
		return
	}
	s := f.scratch.Get().(*topMatches)
	defer f.scratch.Put(s)
	near, r := f.nearest(response, c, -1, s)
	for _, b := range near {
		r.merge(f.given[b])
	}
	if known {
		f.means[c].Store(^math.Float64bits(r.mean()))
	}
	row.Add(0, r.mean())
}

// AppendTrain implements [Fitted].
func (f *fittedNearest) AppendTrain(row *Row, i int) { row.Add(0, f.trainValues()[i]) }

// nearest returns the classes of the training set that are most similar to a response, which is of
// class c unless that is negative, ascending. Class except, unless negative, does not make others
// less similar; it and classes without ratings may be among them. If all are, it returns class c
// and the ratings of the others. It uses s.
func (f *fittedNearest) nearest(d *text.Doc, c, except int32, s *topMatches) ([]int32, ratings) {
	s.reset(f.given, except)
	if c >= 0 && f.prepared.ranked != nil {
		for _, texts := range f.prepared.ranked[c] {
			if texts == nil {
				f.apart.Do(func() { f.others = sumOthers(f.given, make([]int32, len(f.given)), 1) })
				return []int32{c}, f.others[c]
			}
			if slices.ContainsFunc(texts, s.eligible) {
				return texts, ratings{}
			}
		}
	}
	f.prepared.index.search(d, s)
	return s.texts(), ratings{}
}

// leaveOneOut returns the value of each training response, its own rating left out.
func (f *fittedNearest) leaveOneOut() []float64 {
	values := make([]float64, len(f.ratings))
	each := numbers.Map(f.ratings, func(rating float64) ratings { return ratings{1, rating} })
	others := sumOthers(each, f.class, len(f.given))
	// Members of one class have the same neighbours. They are linked: first and next are responses,
	// counted from 1.
	first, next := make([]int, len(f.given)), make([]int, len(f.class))
	for i, c := range f.class {
		first[c], next[i] = i+1, first[c]
	}
	parallel.Each(len(f.given), func(c int) {
		except := int32(-1)
		switch f.given[c].n {
		case 0:
			return
		case 1:
			except = int32(c)
		}
		s := f.scratch.Get().(*topMatches)
		defer f.scratch.Put(s)
		near, all := f.nearest(f.prepared.docs[c], int32(c), except, s)
		for i := first[c]; i > 0; i = next[i-1] {
			r := all
			for _, b := range near {
				if b == int32(c) {
					r.merge(others[i-1])
				} else {
					r.merge(f.given[b])
				}
			}
			values[i-1] = r.mean()
		}
	})
	return values
}

// sumOthers returns, for each of a number of ratings, those of the others in its group. It sums the
// ratings before and after apart, because subtracting its own from the group's sum would leave a
// trace of it in the rounding.
func sumOthers(each []ratings, group []int32, groups int) []ratings {
	others, sums := make([]ratings, len(each)), make([]ratings, groups)
	for i, r := range each {
		others[i] = sums[group[i]]
		sums[group[i]].merge(r)
	}
	clear(sums)
	for i, r := range slices.Backward(each) {
		others[i].merge(sums[group[i]])
		sums[group[i]].merge(r)
	}
	return others
}

// ratings holds the number of some ratings and their sum.
type ratings struct {
	n   int
	sum float64
}

func (r *ratings) merge(o ratings) {
	r.n += o.n
	r.sum += o.sum
}

// mean returns the mean rating, 0 if there are no ratings.
func (r ratings) mean() float64 {
	if r.n == 0 {
		return 0
	}
	return r.sum / float64(r.n)
}
