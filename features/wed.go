package features

// WED is Word Edit Distance (Silver 2016, 5.2.2, question-based feature 4), as a similarity:
// 1 - d/max(|a|,|b|), where d is the Levenshtein distance of the sequences of content words a
// and b ("hello, world" and "goodbye, moon" are 2 apart), the largest over the acceptable
// answers. As a similarity of two texts it is 1 if both are empty and 0 if one is; as a feature
// it is 0 for an empty response or an empty key.
var WED = wordEditDistance.extractor()

var wordEditDistance = newMeasure(
	"WED",
	"word edit distance: 1 - Levenshtein distance / longer text, in words",
	editSimilarities(contentWords),
)
