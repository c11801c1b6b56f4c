// Package text turns raw responses and answers into words for the features, in lower case and
// without punctuation and stop words, as chapter 5.2.1 of Silver (2016) prescribes.
//
// An [Analyzer], such as [English], turns a text into a [Doc]. A [Cache] makes one [Doc] for each
// distinct text.
package text

import (
	"slices"
	"strings"
)

// Doc is a processed text. It is immutable and shared: equal texts of one [Cache] have the same
// *Doc.
type Doc struct {
	Raw    string   // the text as it was given
	Tokens []string // all words in their order, see [Analyzer.Tokens]
	Words  []string // the content words in their order, see [Analyzer.Words]
	// Clean is Words joined by single spaces, for measures of characters. Where words are pairs of
	// characters, each run of these is as it was written.
	Clean string
	Set   []string // the distinct content words, sorted
	// Stemmer is the analyzer's stemmer.
	Stemmer *Stemmer
	// Paired says that words are pairs of characters where Clean has a run of a script without
	// spaces. A text has about as many of them as characters, most of which no other text has.
	Paired bool
}

// Empty reports whether the text has no words, such as no answer or punctuation alone.
func (d *Doc) Empty() bool { return len(d.Words) == 0 }

// Doc processes one text.
func (a Analyzer) Doc(raw string) *Doc {
	if a.cutting != asEnglish {
		return a.cutDoc(raw)
	}
	all := split(raw)
	d := &Doc{Raw: raw, Tokens: tokens(all), Stemmer: a.Stemmer}
	d.setWords(a.content(all))
	return d
}

// cutDoc processes a text that is cut by the rules of Unicode.
func (a Analyzer) cutDoc(raw string) *Doc {
	d := &Doc{Raw: raw, Stemmer: a.Stemmer, Paired: a.cutting == intoPairs}
	d.setRuns(runs(normalise(raw), d.Paired))
	if a.StopWord != nil {
		if words := slices.DeleteFunc(slices.Clone(d.Words), a.StopWord); len(words) > 0 {
			d.setWords(words)
		}
	}
	return d
}

// setRuns sets all but the raw text.
func (d *Doc) setRuns(list []run) {
	clean := make([]string, len(list))
	d.Tokens = make([]string, 0, len(list))
	for i, r := range list {
		clean[i] = r.text
		if r.unspaced {
			d.Tokens = appendPairs(d.Tokens, r.text)
		} else {
			d.Tokens = append(d.Tokens, r.text)
		}
	}
	d.setWords(d.Tokens)
	d.Clean = strings.Join(clean, " ")
}

// setWords sets the content words, and the clean text as that of words with spaces.
func (d *Doc) setWords(words []string) {
	d.Words, d.Clean = words, strings.Join(words, " ")
	d.Set = slices.Clone(words)
	slices.Sort(d.Set)
	d.Set = slices.Compact(d.Set)
}

// Cache processes each distinct text once. It is not safe for concurrent use.
type Cache struct {
	analyzer Analyzer
	docs     map[string]*Doc
}

// NewCache returns an empty cache that processes texts with a.
func NewCache(a Analyzer) *Cache {
	return &Cache{analyzer: a, docs: make(map[string]*Doc)}
}

// Doc returns the processed text, the same pointer for the same text.
func (c *Cache) Doc(raw string) *Doc {
	d, ok := c.docs[raw]
	if !ok {
		d = c.analyzer.Doc(raw)
		c.docs[raw] = d
	}
	return d
}

// Without returns the text without any occurrence of one of its words. Its raw text is made of the
// words that are left. If the word is a pair of characters, each of its neighbours loses one of its
// own characters.
func (d *Doc) Without(word string) *Doc {
	if d.Paired {
		w := &Doc{Raw: d.withoutPair(word), Stemmer: d.Stemmer, Paired: true}
		w.setRuns(runs(w.Raw, true))
		return w
	}
	rest := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == word })
	}
	w := &Doc{Tokens: rest(d.Tokens), Stemmer: d.Stemmer}
	w.Raw = strings.Join(w.Tokens, " ")
	w.setWords(rest(d.Words))
	return w
}

// withoutPair returns the runs of the text without a word or pair of characters.
func (d *Doc) withoutPair(word string) string {
	var rest []string
	for _, r := range runs(normalise(d.Raw), true) {
		switch {
		case r.unspaced:
			rest = append(rest, strings.Fields(strings.ReplaceAll(r.text, word, " "))...)
		case r.text != word:
			rest = append(rest, r.text)
		}
	}
	return strings.Join(rest, " ")
}
