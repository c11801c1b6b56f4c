package features

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
	if a == b {
		return 1
	}
	index := senseIndexes.Get().(*senseIndex)
	defer senseIndexes.Put(index)
	return lexemes.get(wordOf{text: a}).similarity(lexemes.get(wordOf{text: b}), index)
}

const (
	pathDecay  = 0.2  // α
	depthScale = 0.45 // β
)
