package wordnet

import (
	"bytes"
	"slices"
	"strings"
)

// rule replaces a word's ending.
type rule struct{ old, new string }

// detachment lists the rules of Princeton's morphy by part of speech, in NLTK's order.
var detachment = [parts][]rule{
	Noun: {
		{"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"},
		{"men", "man"}, {"ies", "y"},
	},
	Verb: {
		{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""},
		{"ing", "e"}, {"ing", ""},
	},
	Adjective: {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}},
	Adverb:    nil,
}

// Morph returns the base forms of a word that are lemmas of the part of speech, each once, in lower
// case. For an irregular form these are the word itself and the bases in the dictionary's list of
// exceptions. For any other word they are the word itself and the results of the rules of
// detachment, each applied once. Nouns of one or two letters and those in -ss have no rules: "us"
// is not the plural of "u", nor "mass" that of "mas".
//
// The algorithm and its rules are Princeton's (morphy(7WN)). It treats collocations as single
// words, and nouns in -ful like all others.
func (n *Net) Morph(word string, pos POS) []string {
	if pos > Adverb {
		return nil
	}
	word = normal(word)
	var found []string
	add := func(form string) {
		if _, ok := n.sensesOf[pos][form]; ok && !slices.Contains(found, form) {
			found = append(found, form)
		}
	}
	add(word)
	if bases, ok := n.exceptions[pos][word]; ok {
		for _, base := range bases {
			add(base)
		}
		return found
	}
	if pos == Noun && (len(word) <= 2 || strings.HasSuffix(word, "ss")) {
		return found
	}
	for _, r := range detachment[pos] {
		if stem, ok := strings.CutSuffix(word, r.old); ok {
			add(stem + r.new)
		}
	}
	return found
}

// Lookup returns the synsets of a word and its base forms ([Net.Morph]), each once, in the order
// of forms and then of senses, which is that of their frequency where it is known.
func (n *Net) Lookup(word string, pos POS) []Synset {
	var all []Synset
	for _, lemma := range n.Morph(word, pos) {
		for _, s := range n.Synsets(lemma, pos) {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// Synsets returns the senses of a lemma, without those of its base forms. The caller must not
// change the list.
func (n *Net) Synsets(lemma string, pos POS) []Synset {
	if l, ok := n.sensesOf[pos][normal(lemma)]; ok {
		return n.senses.at(l)
	}
	return nil
}

// Words returns the words of a synset in the dictionary's order and spelling.
func (n *Net) Words(s Synset) []string {
	var words []string
	for w := begin(n.wordEnd, uint32(s)); w < n.wordEnd[s]; w++ {
		words = append(words, string(n.words.at(w)))
	}
	return words
}

// Synonyms returns the lemmas, in lower case, of all synsets of a word and its base forms in all
// parts of speech, sorted, each once. The word's own lemmas are among them. A word outside
// WordNet has none.
func (n *Net) Synonyms(word string) []string {
	var lemmas []string
	for _, pos := range AllPOS() {
		for _, s := range n.Lookup(word, pos) {
			for _, w := range n.Words(s) {
				lemmas = append(lemmas, strings.ToLower(w))
			}
		}
	}
	slices.Sort(lemmas)
	return slices.Clip(slices.Compact(lemmas))
}

// ShareWord reports whether two synsets have a word in common, ignoring case.
func (n *Net) ShareWord(a, b Synset) bool {
	for v := begin(n.wordEnd, uint32(a)); v < n.wordEnd[a]; v++ {
		for w := begin(n.wordEnd, uint32(b)); w < n.wordEnd[b]; w++ {
			if bytes.EqualFold(n.words.at(v), n.words.at(w)) {
				return true
			}
		}
	}
	return false
}

// normal returns a query as a lemma: in lower case, with underscores for blanks.
func normal(word string) string {
	return strings.ReplaceAll(strings.ToLower(word), " ", "_")
}
