package features

import (
	"math"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet"
)

// senseIndex computes the similarities of one word to others. It holds the distance of the
// nearest sense of the word below each synset, so that the senses of another word need not be
// compared with each of the word's senses.
type senseIndex struct {
	net  *wordnet.Net
	word *lexeme
	// distance is, by synset, 1 + the number of edges to the nearest sense below, 0 if there is
	// none.
	distance []uint8
	// lemmas is, by lemma, a bit for each part of speech: set if a sense of the word has the lemma.
	lemmas      []uint8
	ancestors   []wordnet.Synset // with a distance
	ownLemmas   []uint32         // with a bit
	otherLemmas []uint32         // scratch
}

var senseIndexes = sync.Pool{New: func() any {
	net := wordnet.Default()
	return &senseIndex{
		net:      net,
		distance: make([]uint8, net.Len()),
		lemmas:   make([]uint8, net.Lemmas()),
	}
}}

// setWord makes the index that of a word.
func (x *senseIndex) setWord(word *lexeme) {
	if x.word == word {
		return
	}
	for _, s := range x.ancestors {
		x.distance[s] = 0
	}
	for _, l := range x.ownLemmas {
		x.lemmas[l] = 0
	}
	x.word, x.ancestors, x.ownLemmas = word, x.ancestors[:0], x.ownLemmas[:0]
	for part, senses := range word.senses {
		for _, s := range senses {
			synsets, edges := x.net.Ancestors(s)
			for k, t := range synsets {
				d := edges[k] + 1
				if x.distance[t] == 0 {
					x.ancestors = append(x.ancestors, t)
				} else if x.distance[t] <= d {
					continue
				}
				x.distance[t] = d
			}
			first := len(x.ownLemmas)
			x.ownLemmas = x.net.AppendLemmas(x.ownLemmas, s)
			for _, l := range x.ownLemmas[first:] {
				x.lemmas[l] |= 1 << part
			}
		}
	}
}

// similarity returns the [WordSimilarity] of two different words.
//
// For each sense of b and each of its ancestors, the path through the ancestor to the nearest
// sense of a, and the depth of the ancestor, give a lower bound of the similarity. The length of
// the shortest of these paths and the depth of the deepest of these ancestors give an upper bound.
// If the upper bound is larger, each pair of senses is compared.
func (x *senseIndex) similarity(a, b *lexeme) float64 {
	if x.word == b {
		a, b = b, a
	}
	x.setWord(a)
	best := 0.0
	for part, senses := range b.senses {
		for _, s := range senses {
			shortest, deepest := math.MaxInt, -1
			synsets, edges := x.net.Ancestors(s)
			for k, t := range synsets {
				if x.distance[t] == 0 {
					continue
				}
				length, depth := int(x.distance[t])-1+int(edges[k]), x.net.Depth(t)
				shortest, deepest = min(shortest, length), max(deepest, depth)
				best = max(best, pathSimilarity(length, depth))
			}
			if deepest < 0 {
				continue
			}
			if shortest > 1 && x.sharesLemma(s, part) {
				shortest = 1
			}
			if pathSimilarity(shortest, deepest) > best {
				for _, t := range a.senses[part] {
					best = max(best, senseSimilarity(x.net, s, t))
				}
			}
		}
	}
	return best
}

// sharesLemma reports whether a sense of the word, of the given part of speech, shares a lemma
// with the synset.
func (x *senseIndex) sharesLemma(s wordnet.Synset, part int) bool {
	x.otherLemmas = x.net.AppendLemmas(x.otherLemmas[:0], s)
	for _, l := range x.otherLemmas {
		if x.lemmas[l]>>part&1 == 1 {
			return true
		}
	}
	return false
}

// senseSimilarity returns the similarity of two senses, see [WordSimilarity].
func senseSimilarity(net *wordnet.Net, a, b wordnet.Synset) float64 {
	c, ok := net.Common(a, b)
	if !ok {
		return 0
	}
	length := c.Length
	if length > 1 && net.ShareWord(a, b) {
		length = 1
	}
	return pathSimilarity(length, net.Depth(c.Subsumer))
}

// pathSimilarity returns exp(-α length) tanh(β depth), which falls with the length and rises with
// the depth.
func pathSimilarity(length, depth int) float64 { return pathFactors[length] * depthFactors[depth] }

// pathFactors and depthFactors are the factors of [pathSimilarity] for all lengths and depths:
// one path to a common ancestor has at most 255 edges.
var pathFactors, depthFactors = func() (
	p [2*math.MaxUint8 + 1]float64, d [math.MaxUint8 + 1]float64,
) {
	for l := range p {
		p[l] = math.Exp(-pathDecay * float64(l))
	}
	for h := range d {
		d[h] = math.Tanh(depthScale * float64(h))
	}
	return p, d
}()
