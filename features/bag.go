package features

import (
	"maps"
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// Bag returns a response-based feature: one column per term of the training responses, 1 if the
// response has the term, else 0. Other terms of a response are ignored. The function terms returns
// the distinct terms of a text.
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
	return p
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
	return p.fit(docsOf(train))
}

// FitAll implements [Static].
func (p *preparedBag) FitAll() Fitted { return p.fit(p.docs) }

func (p *preparedBag) fit(docs []*text.Doc) *fittedBag {
	f := &fittedBag{preparedBag: p, train: docs, column: make(map[string]int)}
	for _, d := range docs {
		for _, t := range p.terms(d) {
			f.column[t] = 0
		}
	}
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
