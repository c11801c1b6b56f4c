package wordnet

import (
	"io/fs"
	"slices"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// readFS returns the net of dictionary files.
func readFS(fsys fs.FS) (*Net, error) {
	d, err := dict.Read(fsys, "")
	if err != nil {
		return nil, err
	}
	return build(d)
}

// synsetsByID returns the synsets by their IDs.
func synsetsByID(n *Net) map[string]Synset {
	synsets := make(map[string]Synset, n.Len())
	for s := range Synset(n.Len()) {
		synsets[n.ID(s)] = s
	}
	return synsets
}

// POSOf returns a synset's part of speech.
func (n *Net) POSOf(s Synset) POS { return POS(n.d.Part(uint32(s))) }

// Synsets returns the senses of a lemma, without those of its base forms.
func (n *Net) Synsets(lemma string, pos POS) []Synset {
	var list []Synset
	if l, ok := n.index.Find(normal(lemma)); ok {
		for _, s := range n.sensesOf(l, pos) {
			if !slices.Contains(list, Synset(s)) {
				list = append(list, Synset(s))
			}
		}
	}
	return list
}

// Hypernyms returns the direct hypernyms of a synset.
func (n *Net) Hypernyms(s Synset) []Synset {
	var list []Synset
	for _, h := range n.d.Hypernyms.At(uint32(s)) {
		list = append(list, Synset(h))
	}
	return list
}
