package features

import (
	"slices"
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// Nearest returns a response-based feature: one column, the rating of the training respondent
// whose response to the question is most similar. Where several are equally similar it
// is the mean of their ratings. A training respondent's own rating is left out of its row; others
// who gave the same text count. Without any neighbour it is 0. The similarity, of which
// larger is nearer, must be symmetric and depend on the cleaned texts alone.
func Nearest(name, description string, similarity func(a, b *text.Doc) float64) Extractor {
	return nearest{info{name, description, ResponseBased}, similarity}
}

type nearest struct {
	info
	similarity func(a, b *text.Doc) float64
}

// Prepare implements [Extractor]. It compares each pair of distinct cleaned responses once.
func (e nearest) Prepare(q *Question) Prepared {
	p := &preparedNearest{extractor: e, class: make(map[*text.Doc]int, len(q.Docs))}
	byText := make(map[string]int, len(q.Docs))
	for _, d := range q.Docs {
		c, ok := byText[d.Clean]
		if !ok {
			c = len(p.docs)
			byText[d.Clean] = c
			p.docs = append(p.docs, d)
		}
		p.class[d] = c
	}
	p.rank()
	return p
}

// preparedNearest holds, for each class of responses with the same cleaned text, all classes
// by falling similarity.
type preparedNearest struct {
	extractor nearest
	class     map[*text.Doc]int
	docs      []*text.Doc // one of each class
	ranked    []ranking   // per class
}

// ranking lists classes by falling similarity; those equally similar are in one group, which
// ends before the index given in ends.
type ranking struct {
	classes []int32
	ends    []int32
}

func (p *preparedNearest) rank() {
	n := len(p.docs)
	similarity := make([][]float64, n)
	for a := range similarity {
		similarity[a] = make([]float64, n)
		for b := range a + 1 {
			s := p.extractor.similarity(p.docs[a], p.docs[b])
			similarity[a][b], similarity[b][a] = s, s
		}
	}
	p.ranked = make([]ranking, n)
	for a, s := range similarity {
		p.ranked[a] = rankBy(s)
	}
}

// rankBy orders the indices of s by falling value, equal values by rising index.
func rankBy(s []float64) ranking {
	var r ranking
	r.classes = make([]int32, len(s))
	for b := range r.classes {
		r.classes[b] = int32(b)
	}
	slices.SortFunc(r.classes, func(a, b int32) int {
		switch {
		case s[a] > s[b]:
			return -1
		case s[a] < s[b]:
			return 1
		}
		return int(a - b)
	})
	for k := range r.classes {
		if k+1 == len(s) || s[r.classes[k+1]] != s[r.classes[k]] {
			r.ends = append(r.ends, int32(k+1))
		}
	}
	return r
}

// Fit implements [Prepared].
func (p *preparedNearest) Fit(train []Rated) Fitted {
	f := &fittedNearest{
		prepared: p,
		train:    slices.Clone(train),
		known:    make([]ratings, len(p.docs)),
		rest:     make([]ratings, len(train)),
	}
	for i, t := range train {
		if c, ok := p.class[t.Doc]; ok {
			f.rest[i] = f.known[c]
			f.known[c].add(t.Rating)
		} else {
			f.unknown = true
		}
	}
	f.groups = sync.OnceValue(f.group)
	// What comes after a response in its class is summed up apart: subtracting its own
	// rating from the class's sum would leave a trace of it in the rounding.
	after := make([]ratings, len(p.docs))
	for i, t := range slices.Backward(f.train) {
		if c, ok := p.class[t.Doc]; ok {
			f.rest[i].merge(after[c])
			after[c].add(t.Rating)
		}
	}
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

type fittedNearest struct {
	prepared *preparedNearest
	train    []Rated
	known    []ratings // per class of the prepared question
	rest     []ratings // per training response, the others of its class
	unknown  bool      // some training response was not known to Prepare
	groups   func() []group
}

// group is those who gave the same text.
type group struct {
	doc *text.Doc
	ratings
}

// group puts training responses with the same cleaned text together, in order of first appearance.
func (f *fittedNearest) group() []group {
	var groups []group
	place := make(map[string]int)
	for _, t := range f.train {
		k, ok := place[t.Doc.Clean]
		if !ok {
			k = len(groups)
			place[t.Doc.Clean] = k
			groups = append(groups, group{doc: t.Doc})
		}
		groups[k].add(t.Rating)
	}
	return groups
}

// Columns implements [Fitted].
func (f *fittedNearest) Columns() []string { return []string{f.prepared.extractor.name} }

// Append implements [Fitted].
func (f *fittedNearest) Append(row *Row, response *text.Doc) {
	row.Add(0, f.value(response, -1))
}

// AppendTrain implements [Fitted].
func (f *fittedNearest) AppendTrain(row *Row, i int) {
	row.Add(0, f.value(f.train[i].Doc, i))
}

// value returns the mean rating of the training responses nearest to response, without
// training response self where that is not negative.
func (f *fittedNearest) value(response *text.Doc, self int) float64 {
	c, ok := f.prepared.class[response]
	switch {
	case self < 0 && (!ok || f.unknown):
		return f.searchGroups(response)
	case !ok || f.unknown:
		return f.search(response, self)
	}
	r := f.prepared.ranked[c]
	begin := int32(0)
	for _, end := range r.ends {
		var group ratings
		for _, b := range r.classes[begin:end] {
			if self >= 0 && int(b) == c {
				group.merge(f.rest[self])
			} else {
				group.merge(f.known[b])
			}
		}
		if group.n > 0 {
			return group.sum / float64(group.n)
		}
		begin = end
	}
	return 0
}

// searchGroups compares the response with every distinct training response.
func (f *fittedNearest) searchGroups(response *text.Doc) float64 {
	var n neighbours
	for _, g := range f.groups() {
		n.meet(f.prepared.extractor.similarity(response, g.doc), g.ratings)
	}
	return n.mean()
}

// search compares the response of a training respondent with that of every other.
func (f *fittedNearest) search(response *text.Doc, self int) float64 {
	var n neighbours
	for i, t := range f.train {
		if i != self {
			n.meet(f.prepared.extractor.similarity(response, t.Doc), ratings{1, t.Rating})
		}
	}
	return n.mean()
}

// neighbours are those who were nearest so far.
type neighbours struct {
	ratings
	similarity float64
}

// meet takes those with the given ratings among the nearest if nobody was nearer.
func (n *neighbours) meet(similarity float64, r ratings) {
	if n.n == 0 || similarity > n.similarity {
		n.ratings, n.similarity = ratings{}, similarity
	}
	if similarity == n.similarity {
		n.merge(r)
	}
}

// mean is that of the nearest's ratings, 0 where there is nobody.
func (n *neighbours) mean() float64 {
	if n.n == 0 {
		return 0
	}
	return n.sum / float64(n.n)
}
