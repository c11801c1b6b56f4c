// Package text processes raw responses and answers for the features: into words in lower case
// without punctuation and stop words, as chapter 5.2.1 of Silver (2016) prescribes.
//
// An [Analyzer], such as [English], makes a [Doc] of a text. A [Cache] makes one of each distinct
// text.
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
	Clean  string   // Words joined by single spaces, for measures of characters
	Set    []string // the distinct content words, sorted
}

// Empty reports whether the text has no words, such as no answer or punctuation alone.
func (d *Doc) Empty() bool { return len(d.Words) == 0 }

// Doc processes one text.
func (a Analyzer) Doc(raw string) *Doc {
	all := split(raw)
	words := a.content(all)
	set := slices.Clone(words)
	slices.Sort(set)
	return &Doc{
		Raw:    raw,
		Tokens: tokens(all),
		Words:  words,
		Clean:  strings.Join(words, " "),
		Set:    slices.Compact(set),
	}
}

// Cache processes each distinct text once. It is not safe for concurrent use.
type Cache struct {
	analyzer Analyzer
	docs     map[string]*Doc
}

// NewCache returns an empty cache that processes texts by a.
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
// words that are left.
func (d *Doc) Without(word string) *Doc {
	rest := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == word })
	}
	w := &Doc{Tokens: rest(d.Tokens), Words: rest(d.Words), Set: rest(d.Set)}
	w.Raw = strings.Join(w.Tokens, " ")
	w.Clean = strings.Join(w.Words, " ")
	return w
}
