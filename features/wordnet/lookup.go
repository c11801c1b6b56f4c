package wordnet

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/wordnet/internal/dict"
)

// Synsets returns the synsets of a lemma in the order of senses, which is that of their
// frequency where it is known. There is no morphology: "dogs" is not a lemma.
func (n *Net) Synsets(lemma string, pos POS) []Synset {
	return n.appendSynsets(nil, normal(lemma), pos)
}

// Lookup returns the synsets of a word and its base forms, as [Net.Morph] gives them, in the
// order of forms and then of senses, each once.
func (n *Net) Lookup(word string, pos POS) []Synset {
	var all []Synset
	for _, lemma := range n.Morph(word, pos) {
		all = n.appendSynsets(all, lemma, pos)
	}
	return all
}

// Words returns the words of a synset in the dictionary's order and spelling.
func (n *Net) Words(s Synset) []string {
	members := n.d.Members.At(uint32(s))
	words := make([]string, len(members))
	for i, w := range members {
		words[i] = n.d.Words.At(w)
	}
	return words
}

// Synonyms returns the lemmas, in small letters, of all synsets of a word and its base forms in
// all parts of speech, sorted, each once. It has the word's lemmas themselves and is empty
// for a word that WordNet does not have.
func (n *Net) Synonyms(word string) []string {
	var lemmas []string
	for _, pos := range AllPOS() {
		for _, s := range n.Lookup(word, pos) {
			for _, w := range n.d.Members.At(uint32(s)) {
				lemmas = append(lemmas, strings.ToLower(n.d.Words.At(w)))
			}
		}
	}
	slices.Sort(lemmas)
	return slices.Clip(slices.Compact(lemmas))
}

// ShareWord reports whether two synsets have a word in common, capitals aside.
func (n *Net) ShareWord(a, b Synset) bool {
	for _, v := range n.d.Members.At(uint32(a)) {
		for _, w := range n.d.Members.At(uint32(b)) {
			if v == w || strings.EqualFold(n.d.Words.At(v), n.d.Words.At(w)) {
				return true
			}
		}
	}
	return false
}

// has reports whether a normal lemma has a sense.
func (n *Net) has(lemma string, pos POS) bool { return len(n.senses(lemma, pos)) > 0 }

// senses returns the synsets of a normal lemma, not to be changed.
func (n *Net) senses(lemma string, pos POS) []uint32 {
	l, ok := n.d.Find(lemma)
	if !ok || pos > Adverb {
		return nil
	}
	return n.d.Senses.At(uint32(dict.Parts*l) + uint32(pos))
}

// appendSynsets adds the senses of a normal lemma that all does not have yet.
func (n *Net) appendSynsets(all []Synset, lemma string, pos POS) []Synset {
	senses := n.senses(lemma, pos)
	all = slices.Grow(all, len(senses))
	for _, s := range senses {
		if !slices.Contains(all, Synset(s)) {
			all = append(all, Synset(s))
		}
	}
	return all
}

// normal writes a query as a lemma: small letters, underscores for blanks.
func normal(word string) string {
	return strings.ReplaceAll(strings.ToLower(word), " ", "_")
}
