package wordnet

// ancestors lists, for each synset, the synset itself and all synsets above it with the lengths of
// the shortest paths to them. The lists are in the order of synsets, so that two lists can be
// merged. They lie in one array, hypernyms before hyponyms.
type ancestors struct {
	begin, end []uint32 // by synset
	synset     []Synset
	distance   []uint8
}

// Depth returns the number of edges on the longest path from a synset to a root.
func (n *Net) Depth(s Synset) int { return int(n.depth[s]) }

// Ancestors returns a synset and all its direct and indirect hypernyms, in the order of synsets,
// with the numbers of edges on the shortest paths to them. The caller must not change the lists.
func (n *Net) Ancestors(s Synset) (synsets []Synset, edges []uint8) {
	a := &n.ancestors
	begin, end := a.begin[s], a.end[s]
	return a.synset[begin:end:end], a.distance[begin:end:end]
}

// Common is the relation of two synsets that have a common ancestor.
type Common struct {
	// Length is the number of edges on the shortest path between the two through a common
	// ancestor, 0 for a synset and itself.
	Length int
	// Subsumer is the common ancestor of the largest [Net.Depth], the first one if there are
	// several. It is not always on the shortest path.
	Subsumer Synset
}

// Common compares two synsets, each of which is an ancestor of itself. ok is false if they have no
// common ancestor, as is the case for different parts of speech and different roots. The result
// does not depend on the order of the two.
func (n *Net) Common(a, b Synset) (c Common, ok bool) {
	above, edges := n.Ancestors(a)
	others, otherEdges := n.Ancestors(b)
	for i, j := 0, 0; i < len(above) && j < len(others); {
		switch s, t := above[i], others[j]; {
		case s < t:
			i++
		case t < s:
			j++
		default:
			length := int(edges[i]) + int(otherEdges[j])
			if !ok || length < c.Length {
				c.Length = length
			}
			if !ok || n.depth[s] > n.depth[c.Subsumer] {
				c.Subsumer = s
			}
			ok = true
			i++
			j++
		}
	}
	return c, ok
}

// climb computes the depths and ancestors of all synsets, by a depth-first search that visits
// hypernyms before their hyponyms. An edge back to the search's path would close a cycle and is
// left out.
func (n *Net) climb(hypernyms *lists[Synset]) {
	const onPath, finished = 1, 2
	state := make([]byte, n.Len())
	n.depth = make([]uint8, n.Len())
	a := &n.ancestors
	a.begin = make([]uint32, n.Len())
	a.end = make([]uint32, n.Len())
	a.synset = make([]Synset, 0, 8*n.Len()) // some 8 ancestors each
	a.distance = make([]uint8, 0, 8*n.Len())
	var list, merged path
	var visit func(s Synset)
	visit = func(s Synset) {
		state[s] = onPath
		above := hypernyms.at(uint32(s))
		for _, h := range above {
			if state[h] == 0 {
				visit(h)
			}
		}
		list = append(list[:0], step{s, 0})
		for _, h := range above {
			if state[h] == finished {
				n.depth[s] = max(n.depth[s], n.depth[h]+1)
				merged = a.merge(merged[:0], list, h)
				list, merged = merged, list
			}
		}
		state[s] = finished
		a.begin[s] = uint32(len(a.synset))
		for _, x := range list {
			a.synset = append(a.synset, x.synset)
			a.distance = append(a.distance, x.distance)
		}
		a.end[s] = uint32(len(a.synset))
	}
	for s := range Synset(n.Len()) {
		if state[s] == 0 {
			visit(s)
		}
	}
}

// step is an item of a list under construction.
type step struct {
	synset   Synset
	distance uint8
}

type path []step

// merge appends to dst the items of list and the ancestors of h, which are one edge further from
// the synset of the list. Items of both get the smaller distance.
func (a *ancestors) merge(dst, list path, h Synset) path {
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
