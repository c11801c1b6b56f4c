package features

import "github.com/luna-rating/luna/features/text"

// BWO is Binary Word Overlap (Silver 2016, 5.2.2, question-based feature 1): 1 if the response has
// at least one of the content words of an acceptable answer, else 0. An empty response, an empty
// answer and an empty key give 0.
var BWO = KeySimilarity(
	"BWO",
	"binary word overlap: 1 if the response has a word of an acceptable answer",
	func(response, answer *text.Doc) float64 {
		if sharedWords(response, answer) > 0 {
			return 1
		}
		return 0
	},
)
