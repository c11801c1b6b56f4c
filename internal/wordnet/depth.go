package wordnet

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Hypernyms returns the direct hypernyms of a synset, instance hypernyms included, in the
// dictionary's order.
func (n *Net) Hypernyms(s Synset) []Synset {
	up := n.d.Hypernyms.At(uint32(s))
	all := make([]Synset, len(up))
	for i, h := range up {
		all[i] = Synset(h)
	}
	return all
}

// MinDepth returns the number of edges on the shortest path from a synset to a root.
func (n *Net) MinDepth(s Synset) int { return int(n.minDepth[s]) }

// MaxDepth returns the number of edges on the longest path from a synset to a root.
func (n *Net) MaxDepth(s Synset) int { return int(n.maxDepth[s]) }

// buildDepths computes the depths; order has hypernyms before hyponyms.
func (n *Net) buildDepths(order []uint32, dir string) error {
	n.minDepth = make([]uint8, len(order))
	n.maxDepth = make([]uint8, len(order))
	for _, s := range order {
		for i, h := range n.d.Hypernyms.At(s) {
			if n.maxDepth[h] == math.MaxUint8 {
				return n.tooMuch(s, dir, fmt.Sprintf("more than %d generations", math.MaxUint8))
			}
			if i == 0 || n.minDepth[h] < n.minDepth[s] {
				n.minDepth[s] = n.minDepth[h] + 1
			}
			n.maxDepth[s] = max(n.maxDepth[s], n.maxDepth[h]+1)
		}
	}
	return nil
}

// tooMuch is the error of a hierarchy beyond all bounds.
func (n *Net) tooMuch(s uint32, dir, found string) error {
	if dir != "" {
		dir += "/"
	}
	return &Error{
		File: dir + "data." + dict.Name[n.d.Part(s)],
		Msg:  fmt.Sprintf("found %s of hypernyms at synset %s, expected fewer", found, n.ID(Synset(s))),
	}
}
