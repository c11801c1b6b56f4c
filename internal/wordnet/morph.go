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
// detachment; if none of these is a lemma, the rules are applied again to their results, until a
// lemma appears or no rule fits.
//
// The algorithm is NLTK's morphy with Princeton's rules (morphy(7WN)): NLTK's rule ves → f, which
// turns "serves" into "serf", is not among them. Unlike Princeton's, it treats collocations as
// single words and words in -ss like others, so that "pass" is also the plural of "pas".
func (n *Net) Morph(word string, pos POS) []string {
	if pos > Adverb {
		return nil
	}
	word = normal(word)
	if bases, ok := n.d.Exceptions[pos][word]; ok {
		return n.lemmas(append([]string{word}, bases...), pos)
	}
	forms := detach([]string{word}, pos)
	found := n.lemmas(append([]string{word}, forms...), pos)
	for len(found) == 0 && len(forms) > 0 {
		forms = detach(forms, pos)
		found = n.lemmas(forms, pos)
	}
	return found
}

// detach applies each rule to each form.
func detach(forms []string, pos POS) []string {
	var all []string
	for _, form := range forms {
		for _, r := range detachment[pos] {
			if stem, ok := strings.CutSuffix(form, r.old); ok && !slices.Contains(all, stem+r.new) {
				all = append(all, stem+r.new)
			}
		}
	}
	return all
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
