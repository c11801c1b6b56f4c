package features

// DBO is Demoted Binary Overlap: 1 if the response has at least one of the content words of an
// acceptable answer that are not in the question, in any form, else 0. It is [BWO] with question
// demoting (Sultan, Salazar and Sumner, NAACL 2016), and it tolerates inflection and misspelling:
// two words are forms of one word if they have the same stem or an edit similarity of at least .75.
// It is 0 for an empty response, for one that consists of words of the question alone, and for an
// empty key.
var DBO Extractor = demoted{
	info{
		"DBO",
		"demoted binary overlap: 1 if the response has an answer's word that is not in the question",
		KeyBased,
	},
	func(response, answer []form) float64 {
		if alignForms(response, answer) > 0 {
			return 1
		}
		return 0
	},
}
