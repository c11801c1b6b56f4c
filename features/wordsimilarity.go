package features

import (
	"math"

	"github.com/luna-rating/luna/internal/wordnet"
)

// WordSimilarity is the similarity of two words in lower case by Li et al. (2006), in [0,1]:
//
//	s(w1,w2) = max over their senses  exp(-α l) tanh(β h),  α = .2, β = .45
//
// where l is the length in edges of the shortest path between two senses in WordNet's hypernym
// hierarchy (0 for one sense, at most 1 for senses that share a word) and h the depth of their
// deepest common subsumer, counted from the root by the longest path. Senses are those of the
// words' base forms, nouns compared with nouns and verbs with verbs. Equal words have similarity
// 1. Words without a common subsumer, such as those outside WordNet, have similarity 0.
func WordSimilarity(a, b string) float64 {
	return lexemes.get(wordOf{text: a}).similarity(lexemes.get(wordOf{text: b}))
}

const (
	pathDecay  = 0.2  // α
	depthScale = 0.45 // β
)

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
