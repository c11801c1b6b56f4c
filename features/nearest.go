package features

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/luna-rating/luna/features/text"
)

// Nearest returns a response-based feature: one column, the rating of the training respondent
// whose response to the question is most similar. Where several are equally similar it
// is the mean of their ratings. A training respondent's own rating is left out of its row; others
// who gave the same text count. Without any neighbour it is 0. The similarity, of which
// larger is nearer, must be symmetric and depend on the cleaned texts alone.
func Nearest(name, description string, similarity func(a, b *text.Doc) float64) Extractor {
	return nearest{info{name, description, ResponseBased}, newComparison(similarity)}
}

type nearest struct {
	info
	index func(texts []*text.Doc) searcher
}

// Prepare implements [Extractor]. It finds, for each distinct cleaned response, the responses most similar to it.
func (e nearest) Prepare(q *Question) Prepared {
	p := &preparedNearest{
		extractor: e,
		class:     make(map[*text.Doc]int32, len(q.Docs)),
		byText:    make(map[string]int32, len(q.Docs)),
	}
	for _, d := range q.Docs {
		c, ok := p.byText[d.Clean]
		if !ok {
			c = int32(len(p.docs))
			p.byText[d.Clean] = c
			p.docs = append(p.docs, d)
		}
		p.class[d] = c
	}
	p.index = e.index(p.docs)
	p.ranked = p.index.rank(mostRanked(len(p.docs)))
	return p
}

// preparedNearest holds, for each class of responses with the same cleaned text, the most similar classes.
type preparedNearest struct {
	extractor nearest
	class     map[*text.Doc]int32
	byText    map[string]int32
	docs      []*text.Doc // one of each class
	index     searcher    // of the classes
	ranked    *rankings
}

// Fit implements [Prepared].
func (p *preparedNearest) Fit(train []Rated) Fitted {
	f := &fittedNearest{
		prepared: p,
		train:    slices.Clone(train),
		class:    make([]int32, len(train)),
		given:    make([]ratings, len(p.docs)),
		means:    make([]atomic.Uint64, len(p.docs)),
	}
	for i, t := range train {
		c, ok := p.class[t.Doc]
		if !ok {
			return newFittedSearch(f)
		}
		f.class[i] = c
		f.given[c].add(t.Rating)
	}
	for c := range f.means {
		f.means[c].Store(notYet)
	}
	f.trainValues = sync.OnceValue(f.withoutThemselves)
	f.order = sync.OnceValue(f.firstAppearance)
	f.lists.New = func() any { return newNearest() }
	return f
}

// ratings is a number of ratings and their sum.
type ratings struct {
	n   int
	sum float64
}

func (r *ratings) add(x float64) {
	r.n++
	r.sum += x
}

func (r *ratings) merge(o ratings) {
	r.n += o.n
	r.sum += o.sum
}

// mean is 0 where there are no ratings.
func (r ratings) mean() float64 {
	if r.n == 0 {
		return 0
	}
	return r.sum / float64(r.n)
}

type fittedNearest struct {
	prepared    *preparedNearest
	train       []Rated
	class       []int32         // of each training response
	given       []ratings       // of each class
	means       []atomic.Uint64 // of the nearest ones' ratings, of each class: bits of a float, or notYet
	trainValues func() []float64
	order       func() []int32 // of the classes in the training part
	lists       sync.Pool      // of *shortlist
}

// notYet stands for a mean that is not known: it is not one of ratings.
var notYet = math.Float64bits(math.NaN())

// Columns implements [Fitted].
func (f *fittedNearest) Columns() []string { return []string{f.prepared.extractor.name} }

// Append implements [Fitted].
func (f *fittedNearest) Append(row *Row, response *text.Doc) {
	c, ok := f.prepared.class[response]
	if !ok {
		// Of the same cleaned text, the mean is the same to the last digit where the order of the sum is.
		c, ok = f.prepared.byText[response.Clean]
		ok = ok && f.order() == nil
	}
	if !ok {
		row.Add(0, f.meanOfNew(response))
		return
	}
	if bits := f.means[c].Load(); bits != notYet {
		row.Add(0, math.Float64frombits(bits))
		return
	}
	s := f.lists.Get().(*shortlist)
	defer f.lists.Put(s)
	var r ratings
	for _, b := range f.nearest(c, -1, s) {
		r.merge(f.given[b])
	}
	f.means[c].Store(math.Float64bits(r.mean()))
	row.Add(0, r.mean())
}

// AppendTrain implements [Fitted].
func (f *fittedNearest) AppendTrain(row *Row, i int) { row.Add(0, f.trainValues()[i]) }

// nearest returns the classes of the training part that are most similar to class c, and perhaps others, ascending; except, where it is not
// negative, is not among them. It uses s.
func (f *fittedNearest) nearest(c, except int32, s *shortlist) []int32 {
	s.reset(f.given, except)
	for texts := range f.prepared.ranked.groups(c) {
		if slices.ContainsFunc(texts, s.has) {
			return texts
		}
	}
	f.prepared.index.search(f.prepared.docs[c], s)
	return s.numbers()
}

// meanOfNew is the value of a response that was not known beforehand. The sum goes over the training part's texts in the order of their
// first appearance there.
func (f *fittedNearest) meanOfNew(response *text.Doc) float64 {
	s := f.lists.Get().(*shortlist)
	defer f.lists.Put(s)
	s.reset(f.given, -1)
	f.prepared.index.search(response, s)
	near := s.numbers()
	if order := f.order(); len(near) > 1 && order != nil {
		slices.SortFunc(near, func(a, b int32) int { return int(order[a] - order[b]) })
	}
	var r ratings
	for _, c := range near {
		r.merge(f.given[c])
	}
	return r.mean()
}

// firstAppearance returns each class's place in the order of first appearance in the training part, or nil where that is
// the order of the classes.
func (f *fittedNearest) firstAppearance() []int32 {
	order := make([]int32, len(f.given))
	place, last, sorted := int32(0), int32(-1), true
	for _, c := range f.class {
		if order[c] == 0 {
			place++
			order[c] = place
			sorted = sorted && c > last
			last = c
		}
	}
	if sorted {
		return nil
	}
	return order
}

// withoutThemselves returns the value of each training response, its own rating left out.
func (f *fittedNearest) withoutThemselves() []float64 {
	values := make([]float64, len(f.train))
	rest := f.others()
	s := newNearest()
	// Members of one class have the same neighbours.
	byClass, first := f.byClass()
	for c := range f.given {
		members := byClass[first[c]:first[c+1]]
		if len(members) == 0 {
			continue
		}
		except := int32(-1)
		if len(members) == 1 {
			except = int32(c)
		}
		near := f.nearest(int32(c), except, s)
		// The sum up to the own class is the same for all.
		var before ratings
		k := 0
		for ; k < len(near) && near[k] < int32(c); k++ {
			before.merge(f.given[near[k]])
		}
		own := k < len(near) && near[k] == int32(c)
		if own {
			k++
		}
		for _, i := range members {
			r := before
			if own {
				r.merge(rest[i])
			}
			for _, b := range near[k:] {
				r.merge(f.given[b])
			}
			values[i] = r.mean()
		}
	}
	return values
}

// byClass returns the numbers of the training responses class by class; those of class c begin at first[c].
func (f *fittedNearest) byClass() (members, first []int32) {
	first = make([]int32, len(f.given)+1)
	for c, r := range f.given {
		first[c+1] = first[c] + int32(r.n)
	}
	members = make([]int32, len(f.class))
	next := slices.Clone(first)
	for i, c := range f.class {
		members[next[c]] = int32(i)
		next[c]++
	}
	return members, first
}

// others returns, for each training response, the ratings of the others in its class. What comes after a response is summed up
// apart: subtracting its own rating from the class's sum would leave a trace of it in the rounding.
func (f *fittedNearest) others() []ratings {
	rest, sums := make([]ratings, len(f.train)), make([]ratings, len(f.given))
	for i, t := range f.train {
		rest[i] = sums[f.class[i]]
		sums[f.class[i]].add(t.Rating)
	}
	clear(sums)
	for i, t := range slices.Backward(f.train) {
		rest[i].merge(sums[f.class[i]])
		sums[f.class[i]].add(t.Rating)
	}
	return rest
}
