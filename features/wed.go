package features

import (
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
)

// WED is Word Edit Distance (Silver 2016, 5.2.2, question-based feature 4), as a similarity:
// 1 - d/max(|a|,|b|), where d is the Levenshtein distance of the sequences of content words a
// and b ("hello, world" and "goodbye, moon" are 2 apart), the largest over the
// acceptable answers. As a similarity of two texts it is 1 where both are empty and 0 where one is; as a
// feature it is 0 for an empty response or an empty key.
var WED = wordEditDistance.extractor()

var wordEditDistance = Measure{
	Name:        "WED",
	Description: "word edit distance: 1 - Levenshtein distance / longer text, in words",
	Similarity: func(a, b *text.Doc) float64 {
		return edits(wordDistance(a.Words, b.Words), len(a.Words), len(b.Words))
	},
	against: func(answers []*text.Doc) toAnswers {
		var alphabet levenshtein.Words
		symbols := make([][]int32, len(answers))
		for k, a := range answers {
			symbols[k] = alphabet.Add(nil, a.Words)
		}
		patterns := newPatterns(symbols, alphabet.Len())
		return func(response *text.Doc) float64 {
			var onStack [symbolsOnStack]int32
			return patterns.mostSimilar(alphabet.Append(onStack[:0], response.Words))
		}
	},
}
