package wordnet

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Depth returns the number of edges on the longest path from a synset to a root.
func (n *Net) Depth(s Synset) int { return int(n.depth[s]) }

// buildDepths computes the depths. In order, hypernyms come before hyponyms.
func (n *Net) buildDepths(order []uint32) error {
	n.depth = make([]uint8, len(order))
	for _, s := range order {
		for _, h := range n.d.Hypernyms.At(s) {
			if n.depth[h] == math.MaxUint8 {
				return n.tooLarge(s, fmt.Sprintf("more than %d generations", math.MaxUint8))
			}
			n.depth[s] = max(n.depth[s], n.depth[h]+1)
		}
	}
	return nil
}

// tooLarge is the error of a hierarchy that exceeds a bound at synset s.
func (n *Net) tooLarge(s uint32, found string) error {
	found += " of hypernyms at synset " + n.ID(Synset(s))
	return files.New("data."+dict.Name[n.d.Part(s)], 0, found, "fewer")
}
