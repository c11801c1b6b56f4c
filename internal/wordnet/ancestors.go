package wordnet

import (
	"fmt"
	"iter"
)

// ancestors lists, for each synset, the synset itself and all synsets above it with the
// lengths of the shortest paths to them, in the order of synsets, so that two lists can
// be compared by going along both. The lists lie in one array, hypernyms before hyponyms.
type ancestors struct {
	begin, end []uint32 // of each synset's list
	synset     []Synset
	distance   []uint8
}

// maxAncestors bounds the lists of all synsets together. Those of WordNet 3.0 have 0.9
// million items.
const maxAncestors = 1 << 24

// Ancestors goes through a synset and all its direct and indirect hypernyms, in the order of
// synsets, with the numbers of edges on the shortest paths to them.
func (n *Net) Ancestors(s Synset) iter.Seq2[Synset, int] {
	return func(yield func(Synset, int) bool) {
		a := &n.ancestors
		for i := a.begin[s]; i < a.end[s]; i++ {
			if !yield(a.synset[i], int(a.distance[i])) {
				return
			}
		}
	}
}

// AncestorList returns what [Net.Ancestors] goes through as two lists of equal length, not to be changed.
func (n *Net) AncestorList(s Synset) (synsets []Synset, edges []uint8) {
	a := &n.ancestors
	begin, end := a.begin[s], a.end[s]
	return a.synset[begin:end:end], a.distance[begin:end:end]
}

// buildAncestors computes the lists; order has hypernyms before hyponyms.
func (n *Net) buildAncestors(order []uint32, dir string) error {
	a := &n.ancestors
	a.begin = make([]uint32, len(order))
	a.end = make([]uint32, len(order))
	// With one path to the root the items are one more than the edges; several
	// paths add few.
	expected := 0
	for _, depth := range n.maxDepth {
		expected += int(depth) + 1
	}
	expected += expected / 8
	a.synset = make([]Synset, 0, min(expected, maxAncestors))
	a.distance = make([]uint8, 0, min(expected, maxAncestors))
	var list, merged path
	for _, s := range order {
		list = append(list[:0], step{Synset(s), 0})
		for _, h := range n.d.Hypernyms.At(s) {
			merged = a.merge(merged[:0], list, h)
			list, merged = merged, list
		}
		if len(a.synset)+len(list) > maxAncestors {
			return n.tooMuch(s, dir, fmt.Sprintf("more than %d paths", maxAncestors))
		}
		a.begin[s] = uint32(len(a.synset))
		for _, x := range list {
			a.synset = append(a.synset, x.synset)
			a.distance = append(a.distance, x.distance)
		}
		a.end[s] = uint32(len(a.synset))
	}
	return nil
}

// step is an item of a list being built.
type step struct {
	synset   Synset
	distance uint8
}

type path []step

// merge appends to dst the items of list and the ancestors of h, which are one edge further
// from where list starts, with the smaller distance of those that are in both.
func (a *ancestors) merge(dst, list path, h uint32) path {
	i := a.begin[h]
	for _, x := range list {
		for ; i < a.end[h] && a.synset[i] < x.synset; i++ {
			dst = append(dst, step{a.synset[i], a.distance[i] + 1})
		}
		if i < a.end[h] && a.synset[i] == x.synset {
			x.distance = min(x.distance, a.distance[i]+1)
			i++
		}
		dst = append(dst, x)
	}
	for ; i < a.end[h]; i++ {
		dst = append(dst, step{a.synset[i], a.distance[i] + 1})
	}
	return dst
}
