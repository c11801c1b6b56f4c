package features

// CED is Character Edit Distance (Silver 2016, 5.2.2, question-based feature 3), as a similarity:
// 1 - d/max(|a|,|b|), where d is the Levenshtein distance in characters (Unicode code points) of
// the cleaned texts a and b (content words joined by single spaces), the largest over the
// acceptable answers. Characters of scripts without spaces have spaces between them where words
// are pairs of them ([text.Doc].Paired). As a similarity of two texts it is 1 if both are empty
// and 0 if one is; as a feature it is 0 for an empty response or an empty key.
var CED = characterEditDistance.extractor()

var characterEditDistance = newMeasure(
	"CED",
	"character edit distance: 1 - Levenshtein distance / longer text, in characters",
	editSimilarities(spacedCharacters),
)
