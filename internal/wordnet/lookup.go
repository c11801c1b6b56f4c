package wordnet

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Synsets returns the synsets of a lemma in the order of senses, which is that of their
// frequency where it is known. There is no morphology: "dogs" is not a lemma.
func (n *Net) Synsets(lemma string, pos POS) []Synset {
	return n.appendSynsets(nil, normal(lemma), pos)
}

// Lookup returns the synsets of a word and its base forms, as [Net.Morph] gives them, in the
// order of forms and then of senses, each once.
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

// baseForms appends the numbers of the lemmas of [Net.Morph] to found. What the rules make of a word is not
// written out, but where it is no lemma and the rules are applied again.
func (n *Net) baseForms(found []int, word string, pos POS) []int {
	add := func(stem, ending string) {
		if l, ok := n.index.FindJoined(stem, ending); ok && len(n.sensesOf(l, pos)) > 0 && !slices.Contains(found, l) {
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
	again := false
	for _, r := range detachment[pos] {
		if stem, ok := strings.CutSuffix(word, r.old); ok {
			again = true
			add(stem, r.new)
		}
	}
	if again && len(found) == 0 {
		for _, lemma := range n.Morph(word, pos) {
			add(lemma, "")
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
			if n.lemmaOf[v] == n.lemmaOf[w] {
				return true
			}
		}
	}
	return false
}

// AppendLemmas appends the numbers of a synset's lemmas, which are its words but for capitals, to dst. Two synsets that share
// a word share a number; numbers are below [Net.Lemmas].
func (n *Net) AppendLemmas(dst []uint32, s Synset) []uint32 {
	for _, w := range n.d.Members.At(uint32(s)) {
		dst = append(dst, n.lemmaOf[w])
	}
	return dst
}

// Lemmas returns the number of lemmas, capitals aside.
func (n *Net) Lemmas() int { return n.d.Lemmas() }

// has reports whether a normal lemma has a sense.
func (n *Net) has(lemma string, pos POS) bool { return len(n.senses(lemma, pos)) > 0 }

// senses returns the synsets of a normal lemma, not to be changed.
func (n *Net) senses(lemma string, pos POS) []uint32 {
	l, ok := n.index.Find(lemma)
	if !ok || pos > Adverb {
		return nil
	}
	return n.sensesOf(l, pos)
}

// sensesOf returns the synsets of a lemma by its number.
func (n *Net) sensesOf(lemma int, pos POS) []uint32 {
	return n.d.Senses.At(uint32(dict.Parts*lemma) + uint32(pos))
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
