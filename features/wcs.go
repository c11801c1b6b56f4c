package features

import (
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
)

// WCS is Word2Vec Cosine Similarity (Silver 2016, 5.2.2, question-based feature 5): the cosine of
// the mean word vectors of the response and an acceptable answer, the largest over the key;
// negative cosines count as 0. The vectors are those that come with the module
// ([embed.Default]), which are of English words: none of another language is known. See
// [MeanVectors] for others and for unknown words. As a similarity of two texts it is 1 if both are
// empty and 0 if one is; as a feature it is 0 for an empty response or an empty key.
var WCS = meanVectors.extractor()

var meanVectors = MeanVectors(nil)

// MeanVectors returns the measure of [WCS] with the given word vectors; nil means those of
// [embed.Default], which are loaded at the first use. Words without a vector are skipped. A text
// without any known word has similarity 0 to every other text.
func MeanVectors(v *embed.Vectors) Measure {
	return newMeasure(
		"WCS",
		"word vectors: cosine of the mean vectors of the texts' words",
		func(answers []*text.Doc) keyComparison {
			vectors := v
			if v == nil && !slices.ContainsFunc(answers, foreign) {
				vectors = embedded(embed.Default())
			}
			prepare := func(d *text.Doc) textMean {
				if vectors == nil {
					return textMean{d.Clean, nil}
				}
				mean, _ := vectors.Mean(d.Words)
				return textMean{d.Clean, mean}
			}
			return largest(prepare, textMean.similarity)(answers)
		},
		wordVectors(v),
	)
}

// textMean is the mean vector of a text's words, nil in a language without vectors.
type textMean struct {
	clean string
	mean  []float64
}

func (a textMean) similarity(b textMean) float64 {
	if a.clean == b.clean {
		return 1
	}
	return min(embed.Cosine(a.mean, b.mean), 1)
}
