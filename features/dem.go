package features

// DEM is Demoted Recall: how much of an acceptable answer the response contains, without the words
// of the question ("question demoting": Sultan, Salazar and Sumner, NAACL 2016): (Σ s) / |B|, where
// B is the set of the answer's content words that are not in the question, A is the response's, and
// the sum is over the pairs of words of A and B that are aligned one to one, the most similar
// first. The similarity s is 1 for words of one stem, else the edit similarity if that is at least
// .75, so that misspellings count. The feature is the largest recall over the key, in [0,1]. It is
// 0 for an empty response, for one that consists of words of the question alone, and for an empty
// key.
var DEM Extractor = demoted{
	info{
		"DEM",
		"demoted recall: share of an answer's words, but those of the question, that the response has",
		KeyBased,
	},
	func(response, answer []form) float64 {
		return alignForms(response, answer) / float64(len(answer))
	},
}
