package wordnet

// Common tells how two synsets hang together below a common ancestor.
type Common struct {
	// Length is the number of edges on the shortest path between the two through a common
	// ancestor, 0 for a synset and itself.
	Length int
	// Top is the common ancestor on the shortest path; of several the one of largest MaxDepth,
	// and of these the first.
	Top Synset
	// Subsumer is the common ancestor of largest MaxDepth, of several the first. It is not
	// always Top.
	Subsumer Synset
}

// Common compares two synsets. ok is false where they have no common ancestor, as those of
// different parts of speech or below different roots. A synset is an ancestor of itself. The
// result does not depend on the order of the two.
func (n *Net) Common(a, b Synset) (c Common, ok bool) {
	anc := &n.ancestors
	i, endA := anc.begin[a], anc.end[a]
	j, endB := anc.begin[b], anc.end[b]
	for i < endA && j < endB {
		s, t := anc.synset[i], anc.synset[j]
		if s != t {
			if s < t {
				i++
			} else {
				j++
			}
			continue
		}
		length := int(anc.distance[i]) + int(anc.distance[j])
		depth := n.maxDepth[s]
		if !ok || length < c.Length || length == c.Length && depth > n.maxDepth[c.Top] {
			c.Length, c.Top = length, s
		}
		if !ok || depth > n.maxDepth[c.Subsumer] {
			c.Subsumer = s
		}
		ok = true
		i++
		j++
	}
	return c, ok
}

// PathLength returns the number of edges on the shortest path between two synsets through a
// common ancestor. ok is false where there is none. With a virtual root all roots of a part
// of speech hang from one more synset, so that all its synsets are connected; between synsets
// of different parts of speech there is never a path.
//
// A path through the virtual root has MinDepth(a) + 1 + MinDepth(b) + 1 edges. NLTK takes the
// farthest ancestor there instead of the nearest root, which for 34 verbs of WordNet 3.0
// makes its paths longer than the shortest.
func (n *Net) PathLength(a, b Synset, virtualRoot bool) (length int, ok bool) {
	c, ok := n.Common(a, b)
	if !virtualRoot || n.POSOf(a) != n.POSOf(b) {
		return c.Length, ok
	}
	through := n.MinDepth(a) + n.MinDepth(b) + 2
	if !ok {
		return through, true
	}
	return min(c.Length, through), true
}

// LowestCommonHypernyms returns the common ancestors of largest depth, in the order of
// synsets: by MaxDepth or, with useMinDepth, by MinDepth. A synset is an ancestor of itself.
func (n *Net) LowestCommonHypernyms(a, b Synset, useMinDepth bool) []Synset {
	depths := n.maxDepth
	if useMinDepth {
		depths = n.minDepth
	}
	var lowest []Synset
	anc := &n.ancestors
	i, j := anc.begin[a], anc.begin[b]
	for i < anc.end[a] && j < anc.end[b] {
		s, t := anc.synset[i], anc.synset[j]
		if s <= t {
			i++
		}
		if t <= s {
			j++
		}
		if s != t || len(lowest) > 0 && depths[s] < depths[lowest[0]] {
			continue
		}
		if len(lowest) > 0 && depths[s] > depths[lowest[0]] {
			lowest = lowest[:0]
		}
		lowest = append(lowest, s)
	}
	return lowest
}
