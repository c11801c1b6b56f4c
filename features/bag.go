package features

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// Bag returns a response-based feature: one column per term of the training responses, 1 if the
// response has the term, else 0. Other terms of a response are ignored. The function terms returns
// the distinct terms of a text.
//
// Where words are pairs of characters ([text.Doc].Paired), a term that one training response alone
// has gets no column: most have none in common with others, and teach nothing about them.
func Bag(name, description string, terms func(*text.Doc) []string) Extractor {
	return bag{info{name, description, ResponseBased}, terms, func(int) float64 { return 1 }}
}

type bag struct {
	info
	terms func(*text.Doc) []string
	value func(terms int) float64 // in the columns of a response with so many terms
}

// Prepare implements [Extractor].
func (e bag) Prepare(q *Question) Prepared {
	p := &preparedBag{extractor: e, docs: q.Docs, known: make(map[*text.Doc][]string, len(q.Docs))}
	for _, d := range q.Docs {
		p.known[d] = e.terms(d)
	}
	if d := q.some(); d == nil || !d.Paired {
		return p
	}
	return pairedBag{p, sync.OnceValue(func() *fittedBag {
		return p.fit(p.docs, slices.Concat(p.docs, slices.Collect(maps.Keys(q.Repeated))))
	})}
}

// distinct returns the distinct ones of a list, sorted, in its memory.
func distinct[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

type preparedBag struct {
	extractor bag
	docs      []*text.Doc
	known     map[*text.Doc][]string
}

func (p *preparedBag) terms(d *text.Doc) []string {
	return valueOf(p.known, d, p.extractor.terms)
}

// Fit implements [Prepared].
func (p *preparedBag) Fit(train []Rated) Fitted {
	docs := docsOf(train)
	return p.fit(docs, docs)
}

// FitAll implements [Static].
func (p *preparedBag) FitAll() Fitted { return p.fit(p.docs, p.docs) }

// vocabulary returns the terms that get columns, sorted.
func (p *preparedBag) vocabulary(docs []*text.Doc) []string {
	times, least := make(map[string]int), 1 // how many responses have a term with a column
	for _, d := range docs {
		if d.Paired {
			least = 2
		}
		for _, t := range p.terms(d) {
			times[t]++
		}
	}
	maps.DeleteFunc(times, func(_ string, n int) bool { return n < least })
	return slices.Sorted(maps.Keys(times))
}

// fit returns the feature with the columns of docs.
func (p *preparedBag) fit(train, docs []*text.Doc) *fittedBag {
	f := &fittedBag{preparedBag: p, train: train, vocabulary: p.vocabulary(docs)}
	f.column = make(map[string]int, len(f.vocabulary))
	for j, t := range f.vocabulary {
		f.column[t] = j
	}
	return f
}

// pairedBag is a bag whose columns are of terms that two responses have.
type pairedBag struct {
	*preparedBag
	fitAll func() *fittedBag
}

// FitAll implements [Static].
func (p pairedBag) FitAll() Fitted { return p.fitAll() }

// Kept implements [Restricted].
func (p pairedBag) Kept(train []Rated) []bool {
	f := p.fitAll()
	kept := make([]bool, len(f.vocabulary))
	for _, t := range p.vocabulary(docsOf(train)) {
		if j, ok := f.column[t]; ok {
			kept[j] = true
		}
	}
	return kept
}

type fittedBag struct {
	*preparedBag
	train      []*text.Doc
	vocabulary []string
	column     map[string]int
}

// Columns implements [Fitted].
func (f *fittedBag) Columns() []string {
	return numbers.Map(f.vocabulary, func(t string) string { return f.extractor.name + "/" + t })
}

// Append implements [Fitted].
func (f *fittedBag) Append(row *Row, response *text.Doc) {
	terms := f.terms(response)
	columns := make([]int, 0, len(terms))
	for _, t := range terms {
		if j, ok := f.column[t]; ok {
			columns = append(columns, j)
		}
	}
	slices.Sort(columns)
	value := f.extractor.value(len(terms))
	for _, j := range columns {
		row.Add(j, value)
	}
}

// AppendTrain implements [Fitted].
func (f *fittedBag) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
