package features

import (
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
	return bag{info{name, description, ResponseBased}, terms}
}

type bag struct {
	info
	terms func(*text.Doc) []string
}

// Prepare implements [Extractor].
func (e bag) Prepare(q *Question) Prepared {
	p := &preparedBag{
		extractor: e,
		docs:      q.Docs,
		known:     make(map[*text.Doc][]string, len(q.Docs)),
	}
	for _, d := range q.Docs {
		p.known[d] = e.terms(d)
	}
	if p.repeated = q.Repeated; q.paired() {
		return newPairedBag(p)
	}
	return p
}

type preparedBag struct {
	extractor bag
	docs      []*text.Doc
	repeated  map[*text.Doc]bool
	known     map[*text.Doc][]string
}

// pairedBag is a bag whose columns are of terms that two responses have.
type pairedBag struct {
	*preparedBag
	fitAll func() *fittedBag
}

func newPairedBag(p *preparedBag) pairedBag {
	b := pairedBag{preparedBag: p}
	b.fitAll = sync.OnceValue(func() *fittedBag {
		docs := slices.Clone(p.docs)
		for _, d := range p.docs {
			if p.repeated[d] {
				docs = append(docs, d)
			}
		}
		return p.fit(p.docs, b.common(docs))
	})
	return b
}

// Fit implements [Prepared].
func (p pairedBag) Fit(train []Rated) Fitted { return p.fit(docsOf(train), p.common(docsOf(train))) }

// FitAll implements [Static].
func (p pairedBag) FitAll() Fitted { return p.fitAll() }

// Kept implements [Restricted].
func (p pairedBag) Kept(train []Rated) []bool {
	columns := p.common(docsOf(train))
	return numbers.Map(p.fitAll().vocabulary, func(t string) bool {
		_, ok := columns[t]
		return ok
	})
}

// common returns the terms that two of the responses have.
func (p pairedBag) common(docs []*text.Doc) map[string]int {
	once, common := make(map[string]bool), make(map[string]int)
	for _, d := range docs {
		for _, t := range p.terms(d) {
			if once[t] {
				common[t] = 0
			}
			once[t] = true
		}
	}
	return common
}

func (p *preparedBag) terms(d *text.Doc) []string {
	return valueOf(p.known, d, p.extractor.terms)
}

// Fit implements [Prepared].
func (p *preparedBag) Fit(train []Rated) Fitted {
	return p.fit(docsOf(train), p.all(docsOf(train)))
}

// FitAll implements [Static].
func (p *preparedBag) FitAll() Fitted { return p.fit(p.docs, p.all(p.docs)) }

// all returns the terms of the responses.
func (p *preparedBag) all(docs []*text.Doc) map[string]int {
	all := make(map[string]int)
	for _, d := range docs {
		for _, t := range p.terms(d) {
			all[t] = 0
		}
	}
	return all
}

// fit numbers the columns, which are the keys of the map.
func (p *preparedBag) fit(docs []*text.Doc, column map[string]int) *fittedBag {
	f := &fittedBag{preparedBag: p, train: docs, column: column}
	f.vocabulary = slices.Sorted(maps.Keys(f.column))
	for j, t := range f.vocabulary {
		f.column[t] = j
	}
	return f
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
	for _, j := range columns {
		row.Add(j, 1)
	}
}

// AppendTrain implements [Fitted].
func (f *fittedBag) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
