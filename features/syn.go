package features

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wordnet"
)

// SYN is the Bag of Synsets (Silver 2016, 5.2.2, response-based feature 3): one column per content
// word of the training responses to the question, 1 if the response has any of the word's
// synonyms, else 0. A word's synonyms are the word itself and the single-word lemmas of all senses
// of its base forms in WordNet, of all four parts of speech. A response has a lemma if it has the
// lemma or an inflected form of it. An empty response is all zeros. In other languages than English
// a word has no synonym but itself.
var SYN Extractor = withResources{
	bagOfSynsets{info{
		name:        "SYN",
		description: "bag of synsets: one column per training word, for any of its synonyms",
		kind:        ResponseBased,
	}},
	[]resource{wordNet},
}

type bagOfSynsets struct{ info }

// Prepare implements [Extractor].
func (e bagOfSynsets) Prepare(q *Question) Prepared {
	if foreign(q.some()) {
		return Bag(e.name, e.description, wordSet).Prepare(q)
	}
	p := &preparedSynsets{
		docs:       q.Docs,
		forms:      make(map[string][]string),
		synonyms:   make(map[string][]string),
		vocabulary: vocabulary(q.Docs),
		words:      make(map[*text.Doc][]int, len(q.Docs)),
	}
	for _, d := range q.Docs {
		p.words[d] = p.indices(d)
	}
	for _, w := range p.vocabulary {
		p.forms[w], p.synonyms[w] = baseForms(w), synonyms(w)
	}
	return p
}

// baseForms returns the word and the lemmas that it may be a form of.
func baseForms(word string) []string {
	forms := []string{word}
	for _, pos := range wordnet.AllPOS() {
		forms = append(forms, wordnet.Default().Morph(word, pos)...)
	}
	return distinct(forms)
}

// synonyms returns the word, its base forms and the single-word lemmas with a sense in common.
func synonyms(word string) []string {
	all := baseForms(word)
	for _, lemma := range wordnet.Default().Synonyms(word) {
		if !strings.ContainsRune(lemma, '_') {
			all = append(all, lemma)
		}
	}
	return distinct(all)
}

type preparedSynsets struct {
	docs            []*text.Doc
	forms, synonyms map[string][]string // of the words of the known responses
	vocabulary      []string            // of the known responses, sorted
	words           map[*text.Doc][]int // indices in the vocabulary, by known response
}

// indices returns where the vocabulary has the words of a response, if it does.
func (p *preparedSynsets) indices(d *text.Doc) []int {
	list := make([]int, 0, len(d.Set))
	for _, w := range d.Set {
		if j, ok := slices.BinarySearch(p.vocabulary, w); ok {
			list = append(list, j)
		}
	}
	return list
}

// Fit implements [Prepared].
func (p *preparedSynsets) Fit(train []Rated) Fitted { return p.fit(docsOf(train)) }

// FitAll implements [Static].
func (p *preparedSynsets) FitAll() Fitted { return p.fit(p.docs) }

// Kept implements [Restricted].
func (p *preparedSynsets) Kept(train []Rated) []bool {
	kept := make([]bool, len(p.vocabulary))
	for _, t := range train {
		for _, j := range valueOf(p.words, t.Doc, p.indices) {
			kept[j] = true
		}
	}
	return kept
}

// vocabulary returns the distinct content words of the texts, sorted.
func vocabulary(docs []*text.Doc) []string {
	var all []string
	for _, d := range docs {
		all = append(all, d.Set...)
	}
	return distinct(all)
}

func (p *preparedSynsets) fit(docs []*text.Doc) *fittedSynsets {
	f := &fittedSynsets{
		preparedSynsets: p,
		train:           docs,
		vocabulary:      vocabulary(docs),
		columns:         make(map[string][]int),
	}
	for j, w := range f.vocabulary {
		for _, s := range valueOf(p.synonyms, w, synonyms) {
			f.columns[s] = append(f.columns[s], j)
		}
	}
	return f
}

type fittedSynsets struct {
	*preparedSynsets
	train      []*text.Doc
	vocabulary []string
	columns    map[string][]int // by synonym
}

// Columns implements [Fitted].
func (f *fittedSynsets) Columns() []string {
	return numbers.Map(f.vocabulary, func(w string) string { return "SYN/" + w })
}

// Append implements [Fitted].
func (f *fittedSynsets) Append(row *Row, response *text.Doc) {
	var active []int
	for _, w := range response.Set {
		for _, form := range valueOf(f.forms, w, baseForms) {
			active = append(active, f.columns[form]...)
		}
	}
	for _, j := range distinct(active) {
		row.Add(j, 1)
	}
}

// AppendTrain implements [Fitted].
func (f *fittedSynsets) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
