package wordnet

import "fmt"

// ancestors lists, for each synset, the synset itself and all synsets above it with the lengths of
// the shortest paths to them. The lists are in the order of synsets, so that two lists can be
// merged. They lie in one array, hypernyms before hyponyms.
type ancestors struct {
	begin, end []uint32 // by synset
	synset     []Synset
	distance   []uint8
}

// maxAncestors bounds the total length of the lists, which is 0.9 million for WordNet 3.0.
const maxAncestors = 1 << 24

// Ancestors returns a synset and all its direct and indirect hypernyms, in the order of synsets,
// with the numbers of edges on the shortest paths to them. The caller must not change the lists.
func (n *Net) Ancestors(s Synset) (synsets []Synset, edges []uint8) {
	a := &n.ancestors
	begin, end := a.begin[s], a.end[s]
	return a.synset[begin:end:end], a.distance[begin:end:end]
}

// buildAncestors computes the lists. In order, hypernyms come before hyponyms.
func (n *Net) buildAncestors(order []uint32) error {
	a := &n.ancestors
	a.begin = make([]uint32, len(order))
	a.end = make([]uint32, len(order))
	// With one path to the root, a list is one longer than the path; several paths add few.
	expected := 0
	for _, depth := range n.depth {
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
			return n.tooLarge(s, fmt.Sprintf("more than %d paths", maxAncestors))
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

// step is an item of a list under construction.
type step struct {
	synset   Synset
	distance uint8
}

type path []step

// merge appends to dst the items of list and the ancestors of h, which are one edge further from
// the synset of the list. Items of both get the smaller distance.
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
