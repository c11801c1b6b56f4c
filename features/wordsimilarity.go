package features

import (
	"math"

	"github.com/luna-rating/luna/features/wordnet"
)

// WordSimilarity is the similarity of two words in lower case of Li et al. (2006), in [0,1]:
//
//	s(w1,w2) = max over their senses  exp(-α l) tanh(β h),  α = .2, β = .45
//
// where l is the length in edges of the shortest path between two senses in WordNet's hypernym hierarchy (0 for
// one sense, at most 1 for senses that share a word) and h the depth of their deepest common
// subsumer, counted from the root by the longest way. Senses are those of nouns and of verbs, each among themselves, of
// the words' base forms. Equal words have similarity 1; words without a common subsumer, such
// as those that WordNet does not know, 0.
func WordSimilarity(a, b string) float64 {
	if a == b {
		return 1
	}
	if b < a {
		a, b = b, a
	}
	return wordSimilarities.get(wordPair{a, b})
}

const (
	pathDecay  = 0.2  // α
	depthScale = 0.45 // β
)

type wordPair struct{ a, b string }

var (
	wordSimilarities = newMemo(1<<20, func(p wordPair) float64 { return senses.get(p.a).similarity(senses.get(p.b)) })
	senses           = newMemo(1<<16, func(word string) wordSenses {
		net := wordnet.Default()
		return wordSenses{net.Lookup(word, wordnet.Noun), net.Lookup(word, wordnet.Verb)}
	})
)

// wordSenses are a word's noun and verb senses.
type wordSenses [2][]wordnet.Synset

func (s wordSenses) similarity(t wordSenses) float64 {
	net := wordnet.Default()
	best := 0.0
	for pos := range s {
		for _, x := range s[pos] {
			for _, y := range t[pos] {
				c, ok := net.Common(x, y)
				if !ok {
					continue
				}
				l := c.Length
				if l > 1 && net.ShareWord(x, y) {
					l = 1
				}
				best = max(best, math.Exp(-pathDecay*float64(l))*math.Tanh(depthScale*float64(net.MaxDepth(c.Subsumer))))
			}
		}
	}
	return best
}
