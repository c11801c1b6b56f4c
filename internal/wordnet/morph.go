package wordnet

import (
	"slices"
	"strings"
)

// rule replaces a word's ending.
type rule struct{ old, new string }

// detachment lists the rules of Princeton's morphy by part of speech, in NLTK's order.
var detachment = [...][]rule{
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

// Morph returns the base forms of a word that are lemmas of the part of speech, each once, in
// lower case. For an irregular form these are the word itself and the bases in the dictionary's
// list of exceptions. For any other word they are the word itself and the results of the rules of
// detachment, each applied once. Nouns of one or two letters and those in -ss have no rules: "us" is
// not the plural of "u", nor "mass" that of "mas".
//
// The algorithm and its rules are Princeton's (morphy(7WN)). It treats collocations as single
// words, and nouns in -ful like all others.
func (n *Net) Morph(word string, pos POS) []string {
	if pos > Adverb {
		return nil
	}
	word = normal(word)
	if bases, ok := n.d.Exceptions[pos][word]; ok {
		return n.lemmas(append([]string{word}, bases...), pos)
	}
	forms := []string{word}
	for _, r := range rulesFor(word, pos) {
		if stem, ok := strings.CutSuffix(word, r.old); ok {
			forms = append(forms, stem+r.new)
		}
	}
	return n.lemmas(forms, pos)
}

// rulesFor returns the rules of detachment for a word.
func rulesFor(word string, pos POS) []rule {
	if pos == Noun && (len(word) <= 2 || strings.HasSuffix(word, "ss")) {
		return nil
	}
	return detachment[pos]
}

// lemmas returns those of the forms that are lemmas, each once.
func (n *Net) lemmas(forms []string, pos POS) []string {
	var found []string
	for _, form := range forms {
		if n.has(form, pos) && !slices.Contains(found, form) {
			found = append(found, form)
		}
	}
	return found
}
