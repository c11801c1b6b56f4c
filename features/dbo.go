package features

// DBO is Demoted Binary Overlap: 1 where the response has at least one of the content words of an
// acceptable answer that are not in the question, in any form, else 0. It is BWO with question
// demoting (see [demoted], after Sultan et al., NAACL 2016) and forgives inflection and misspelling: a form of a word is
// one of the same stem or of edit similarity .75 or more. An empty response, one of words of the
// question alone and an empty key give 0.
var DBO = demoted(
	"DBO",
	"demoted binary overlap: 1 if the response has an answer's word that is not in the question",
	func(response, answer []string) float64 {
		if aligned(response, answer, sameForm) > 0 {
			return 1
		}
		return 0
	},
)
