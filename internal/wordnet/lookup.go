package wordnet

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Lookup returns the synsets of a word and its base forms ([Net.Morph]), each once, in the order
// of forms and then of senses, which is that of their frequency where it is known.
func (n *Net) Lookup(word string, pos POS) []Synset {
	if pos > Adverb {
		return nil
	}
	var onStack [8]int
	lemmas := n.baseForms(onStack[:0], normal(word), pos)
	size := 0
	for _, l := range lemmas {
		size += len(n.sensesOf(l, pos))
	}
	if size == 0 {
		return nil
	}
	all := make([]Synset, 0, size)
	for _, l := range lemmas {
		for _, s := range n.sensesOf(l, pos) {
			if !slices.Contains(all, Synset(s)) {
				all = append(all, Synset(s))
			}
		}
	}
	return all
}

// baseForms appends the numbers of the lemmas of [Net.Morph] to found. It does not compose the
// strings that the rules give.
func (n *Net) baseForms(found []int, word string, pos POS) []int {
	add := func(stem, ending string) {
		l, ok := n.index.FindJoined(stem, ending)
		if ok && len(n.sensesOf(l, pos)) > 0 && !slices.Contains(found, l) {
			found = append(found, l)
		}
	}
	add(word, "")
	if bases, ok := n.d.Exceptions[pos][word]; ok {
		for _, b := range bases {
			add(b, "")
		}
		return found
	}
	for _, r := range rulesFor(word, pos) {
		if stem, ok := strings.CutSuffix(word, r.old); ok {
			add(stem, r.new)
		}
	}
	return found
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

// Synonyms returns the lemmas, in lower case, of all synsets of a word and its base forms in all
// parts of speech, sorted, each once. The word's own lemmas are among them. A word outside
// WordNet has none.
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

// ShareWord reports whether two synsets have a word in common, ignoring case.
func (n *Net) ShareWord(a, b Synset) bool {
	for _, v := range n.d.Members.At(uint32(a)) {
		for _, w := range n.d.Members.At(uint32(b)) {
			if n.lemmaOf[v] == n.lemmaOf[w] {
				return true
			}
		}
	}
	return false
}

// has reports whether a normal lemma has a sense of the part of speech.
func (n *Net) has(lemma string, pos POS) bool {
	l, ok := n.index.Find(lemma)
	return ok && len(n.sensesOf(l, pos)) > 0
}

// sensesOf returns the synsets of the lemma with the given number.
func (n *Net) sensesOf(lemma int, pos POS) []uint32 {
	return n.d.Senses.At(uint32(dict.Parts*lemma) + uint32(pos))
}

// normal returns a query as a lemma: in lower case, with underscores for blanks.
func normal(word string) string {
	return strings.ReplaceAll(strings.ToLower(word), " ", "_")
}
