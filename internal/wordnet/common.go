package wordnet

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
