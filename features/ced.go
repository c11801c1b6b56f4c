package features

import (
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// CED is Character Edit Distance (Silver 2016, 5.2.2, question-based feature 3), as a
// similarity: 1 - d/max(|a|,|b|), where d is the Levenshtein distance in characters (Unicode
// code points) of the cleaned texts a and b (content words joined by single spaces), the largest over
// the acceptable answers. As a similarity of two texts it is 1 where both are empty and 0 where one is; as
// a feature it is 0 for an empty response or an empty key.
var CED = characterEditDistance.extractor()

var characterEditDistance = Measure{
	Name:        "CED",
	Description: "character edit distance: 1 - Levenshtein distance / longer text, in characters",
	Similarity: func(a, b *text.Doc) float64 {
		return edits(characterDistance(a, b))
	},
	against: func(answers []*text.Doc) toAnswers {
		var alphabet levenshtein.Runes
		symbols := make([][]int32, len(answers))
		for k, a := range answers {
			symbols[k] = alphabet.Add(nil, a.Clean)
		}
		patterns := newPatterns(symbols, alphabet.Len())
		return func(response *text.Doc) float64 {
			var onStack [symbolsOnStack]int32
			return patterns.mostSimilar(alphabet.Append(onStack[:0], response.Clean))
		}
	},
}
