package features

import "github.com/luna-rating/luna/features/text"

// FWO is Fraction Word Overlap (Silver 2016, 5.2.2, question-based feature 2): the Jaccard
// coefficient |A ∩ B| / |A ∪ B| of the sets of content words of the response and an acceptable
// answer, the largest over the key. As a similarity of two texts it is 1 if both are empty and 0
// if one is; as a feature it is 0 for an empty response or an empty key.
var FWO = fractionWordOverlap.extractor()

var fractionWordOverlap = Measure{
	Name:        "FWO",
	Description: "fraction word overlap: shared words / words of either text",
	Similarity: func(a, b *text.Doc) float64 {
		shared := sharedWords(a, b)
		union := len(a.Set) + len(b.Set) - shared
		if union == 0 {
			return 1
		}
		return float64(shared) / float64(union)
	},
}
