package features

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/wordnet"
)

// SYN is the Bag of Synsets (Silver 2016, 5.2.2, response-based feature 3): one column per
// content word of the training responses to the question, 1 where any of the word's synonyms is
// present in the response, else 0. A word's synonyms are the single-word lemmas of all its
// senses in WordNet, of all four parts of speech, by its base forms, and the word itself; a
// response has a lemma where it has the lemma or an inflected form of it. An empty response is all
// zeros.
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
	p := &preparedSynsets{docs: q.Docs, forms: make(map[string][]string), synonyms: make(map[string][]string)}
	p.number()
	for _, d := range q.Docs {
		for _, w := range d.Set {
			if _, ok := p.forms[w]; !ok {
				p.forms[w] = baseForms(w)
				p.synonyms[w] = synonyms(w)
			}
		}
	}
	return p
}

// baseForms returns the word and the lemmas it may be a form of.
func baseForms(word string) []string {
	forms := []string{word}
	for _, pos := range wordnet.AllPOS() {
		forms = append(forms, wordnet.Default().Morph(word, pos)...)
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// synonyms returns the word, its base forms and the single-word lemmas that share a sense with
// them.
func synonyms(word string) []string {
	all := baseForms(word)
	for _, lemma := range wordnet.Default().Synonyms(word) {
		if !strings.ContainsRune(lemma, '_') {
			all = append(all, lemma)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type preparedSynsets struct {
	docs            []*text.Doc
	forms, synonyms map[string][]string // of the words of the known responses
	vocabulary      []string            // of the known responses
	words           map[*text.Doc][]int // the places of a known response's words in the vocabulary
}

// number finds the vocabulary.
func (p *preparedSynsets) number() {
	p.vocabulary, p.words = words(p.docs), make(map[*text.Doc][]int, len(p.docs))
	column := make(map[string]int, len(p.vocabulary))
	for j, w := range p.vocabulary {
		column[w] = j
	}
	for _, d := range p.docs {
		places := make([]int, len(d.Set))
		for k, w := range d.Set {
			places[k] = column[w]
		}
		p.words[d] = places
	}
}

func (p *preparedSynsets) formsOf(word string) []string {
	if f, ok := p.forms[word]; ok {
		return f
	}
	return baseForms(word)
}

func (p *preparedSynsets) synonymsOf(word string) []string {
	if s, ok := p.synonyms[word]; ok {
		return s
	}
	return synonyms(word)
}

// Fit implements [Prepared].
func (p *preparedSynsets) Fit(train []Rated) Fitted { return p.fit(docsOf(train)) }

// FitAll implements [Static].
func (p *preparedSynsets) FitAll() Fitted { return p.fit(p.docs) }

// Kept implements [Restricted].
func (p *preparedSynsets) Kept(train []Rated) []bool {
	kept := make([]bool, len(p.vocabulary))
	for _, t := range train {
		places, ok := p.words[t.Doc]
		if !ok {
			p.keep(kept, t.Doc)
		}
		for _, j := range places {
			kept[j] = true
		}
	}
	return kept
}

// keep marks the words of a response that was not known beforehand.
func (p *preparedSynsets) keep(kept []bool, d *text.Doc) {
	for _, w := range d.Set {
		if j, ok := slices.BinarySearch(p.vocabulary, w); ok {
			kept[j] = true
		}
	}
}

// words returns the distinct content words of the texts, sorted.
func words(docs []*text.Doc) []string {
	var all []string
	for _, d := range docs {
		all = append(all, d.Set...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (p *preparedSynsets) fit(docs []*text.Doc) *fittedSynsets {
	f := &fittedSynsets{preparedSynsets: p, train: docs, vocabulary: words(docs), columns: make(map[string][]int)}
	for j, w := range f.vocabulary {
		for _, s := range p.synonymsOf(w) {
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
	names := make([]string, len(f.vocabulary))
	for j, w := range f.vocabulary {
		names[j] = "SYN/" + w
	}
	return names
}

// Append implements [Fitted].
func (f *fittedSynsets) Append(row *Row, response *text.Doc) {
	var active []int
	for _, w := range response.Set {
		for _, form := range f.formsOf(w) {
			active = append(active, f.columns[form]...)
		}
	}
	slices.Sort(active)
	for _, j := range slices.Compact(active) {
		row.Add(j, 1)
	}
}

// AppendTrain implements [Fitted].
func (f *fittedSynsets) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
