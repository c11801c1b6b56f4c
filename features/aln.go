package features

import (
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// ALN is Alignment: the F-measure 2 Σ s / (|A| + |B|) of the sets A and B of the content words of
// the response and an acceptable answer. The sum is over the pairs of words that are aligned one
// to one, the most similar first. The similarity s of two words is 1 for words of one stem, else
// the largest of their edit similarity (if at least .75), [WordSimilarity] (if at least .8) and
// the cosine of their vectors (if at least .6), the latter two for English texts alone, else 0. The
// feature is the largest F-measure over the key, in [0,1], and 0 for an empty response or an empty
// key. It is a simple form of the monolingual aligner of Sultan, Bethard and Sumner, "Back to
// Basics for Monolingual Alignment", TACL 2, 2014.
var ALN Extractor = withResources{keySimilarity{
	info{
		"ALN",
		"alignment: F-measure of the words paired by stem, spelling or meaning",
		KeyBased,
	},
	func(answers []*text.Doc) keyComparison {
		if slices.ContainsFunc(answers, foreign) {
			return largest(formsOf, fMeasure(alignForms))(answers)
		}
		return largest(lexemesOf, fMeasure(alignLexemes))(answers)
	},
}, []resource{embeddedVectors, wordNet}}

// fMeasure returns the F-measure of words that are aligned.
func fMeasure[W any](align func(a, b []W) float64) func(a, b []W) float64 {
	return func(a, b []W) float64 { return 2 * align(a, b) / float64(len(a)+len(b)) }
}

func alignLexemes(a, b []*lexeme) float64 {
	return alignment(a, b, func(a, b **lexeme) float64 { return sameMeaning(*a, *b) })
}
