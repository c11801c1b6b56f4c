package features

import "github.com/luna-rating/luna/features/text"

// WED is Word Edit Distance (Silver 2016, 5.2.2, question-based feature 4), as a similarity:
// 1 - d/max(|a|,|b|), where d is the Levenshtein distance of the sequences of content words a
// and b ("hello, world" and "goodbye, moon" are 2 apart), the largest over the
// acceptable answers. As a similarity of two texts it is 1 where both are empty and 0 where one is; as a
// feature it is 0 for an empty response or an empty key.
var WED = KeySimilarity(
	wordEditDistance.Name,
	wordEditDistance.Description,
	wordEditDistance.Similarity,
)

var wordEditDistance = Measure{
	Name:        "WED",
	Description: "word edit distance: 1 - Levenshtein distance / longer text, in words",
	Similarity: func(a, b *text.Doc) float64 {
		return edits(wordDistance(a.Words, b.Words), len(a.Words), len(b.Words))
	},
}
