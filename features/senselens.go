package features

import (
	"math"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet"
)

// senseLens looks at words from one of them: it knows of each synset how far below it the nearest sense of that word is, so
// that another word's senses need not be compared with each of that word's.
type senseLens struct {
	net    *wordnet.Net
	word   *lexeme
	edges  []uint8 // of each synset: 1 + the number of edges, 0 where no sense is below it
	lemmas []uint8 // of each lemma: bit p tells whether a sense of part of speech p has it
	above  []wordnet.Synset
	within []uint32 // the lemmas of the word's senses
	buffer []uint32
}

var senseLenses = sync.Pool{New: func() any {
	net := wordnet.Default()
	return &senseLens{net: net, edges: make([]uint8, net.Len()), lemmas: make([]uint8, net.Lemmas())}
}}

// point makes the lens look from a word.
func (v *senseLens) point(word *lexeme) {
	if v.word == word {
		return
	}
	for _, s := range v.above {
		v.edges[s] = 0
	}
	for _, l := range v.within {
		v.lemmas[l] = 0
	}
	v.word, v.above, v.within = word, v.above[:0], v.within[:0]
	for part, senses := range word.senses {
		for _, s := range senses {
			synsets, edges := v.net.Ancestors(s)
			for k, t := range synsets {
				e := edges[k] + 1
				if v.edges[t] == 0 {
					v.above = append(v.above, t)
				} else if v.edges[t] <= e {
					continue
				}
				v.edges[t] = e
			}
			first := len(v.within)
			v.within = v.net.AppendLemmas(v.within, s)
			for _, l := range v.within[first:] {
				v.lemmas[l] |= 1 << part
			}
		}
	}
}

// similarity returns that of two words of different texts, see [WordSimilarity].
//
// The length of the shortest path between a sense of one word and the nearest sense of the other through an ancestor, and the ancestor's depth, bound the
// similarity of two senses from below. Over all ancestors of a sense, the smallest such length and the largest depth bound it from above; where
// the senses nearest through different ancestors are different ones, the bounds may differ, and each pair is looked at.
func (v *senseLens) similarity(a, b *lexeme) float64 {
	if v.word == b {
		a, b = b, a
	}
	v.point(a)
	best := 0.0
	for part, senses := range b.senses {
		for _, s := range senses {
			shortest, deepest := math.MaxInt, -1
			synsets, edges := v.net.Ancestors(s)
			for k, t := range synsets {
				if v.edges[t] == 0 {
					continue
				}
				length, depth := int(v.edges[t])-1+int(edges[k]), v.net.Depth(t)
				shortest, deepest = min(shortest, length), max(deepest, depth)
				best = max(best, senseSimilarity(length, depth))
			}
			if deepest < 0 {
				continue
			}
			if shortest > 1 && v.shares(s, part) {
				shortest = 1
			}
			if senseSimilarity(shortest, deepest) > best {
				for _, t := range a.senses[part] {
					best = max(best, similarityOfSenses(v.net, s, t))
				}
			}
		}
	}
	return best
}

// shares reports whether some sense of the lens's word shares a word with the synset.
func (v *senseLens) shares(s wordnet.Synset, part int) bool {
	v.buffer = v.net.AppendLemmas(v.buffer[:0], s)
	for _, l := range v.buffer {
		if v.lemmas[l]>>part&1 == 1 {
			return true
		}
	}
	return false
}

// similarityOfSenses is that of two senses, see [WordSimilarity].
func similarityOfSenses(net *wordnet.Net, x, y wordnet.Synset) float64 {
	c, ok := net.Common(x, y)
	if !ok {
		return 0
	}
	l := c.Length
	if l > 1 && net.ShareWord(x, y) {
		l = 1
	}
	return senseSimilarity(l, net.Depth(c.Subsumer))
}

// senseSimilarity is exp(-α length) tanh(β depth), which falls with the length and rises with the depth.
func senseSimilarity(length, depth int) float64 { return pathFactors[length] * depthFactors[depth] }

// pathFactors and depthFactors hold the exponentials of all lengths and the hyperbolic tangents of all depths: these take a byte.
var pathFactors, depthFactors = func() (p [2*math.MaxUint8 + 1]float64, d [math.MaxUint8 + 1]float64) {
	for l := range p {
		p[l] = math.Exp(-pathDecay * float64(l))
	}
	for h := range d {
		d[h] = math.Tanh(depthScale * float64(h))
	}
	return p, d
}()
