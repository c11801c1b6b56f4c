package features

import (
	"fmt"
	"slices"
	"sync"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
)

// WCS is Word2Vec Cosine Similarity (Silver 2016, 5.2.2, question-based feature 5): the cosine of
// the mean word vectors of the response and an acceptable answer, the largest over the key;
// negative cosines count as 0. The vectors are those that come with the module
// ([embed.Default]), which are of English words: none of another language is known. See
// [MeanVectors] for others and for unknown words. As a similarity of two
// texts it is 1 if both are empty and 0 if one is; as a feature it is 0 for an empty response or
// an empty key.
var WCS = meanVectors.extractor()

var meanVectors = meanVectorsOf(nil)

var defaultVectors = sync.OnceValue(func() *embed.Vectors {
	v, err := embed.Default()
	if err != nil {
		// The program was built from a damaged file, which the tests rule out.
		panic(fmt.Sprintf("features: embedded word vectors: %v", err))
	}
	return v
})

// MeanVectors returns the measure of [WCS] with the given word vectors. Words without a vector
// are skipped. A text without any known word has similarity 0 to every other text.
func MeanVectors(v *embed.Vectors) Measure { return meanVectorsOf(v) }

// meanVectorsOf returns the measure with the given vectors. If v is nil they are those of
// [embed.Default], which are loaded at the first use.
func meanVectorsOf(v *embed.Vectors) Measure {
	return newMeasure(
		"WCS",
		"word vectors: cosine of the mean vectors of the texts' words",
		func(answers []*text.Doc) keyComparison {
			vectors := v
			if vectors == nil && slices.ContainsFunc(answers, foreign) {
				return equalText(answers)
			}
			if vectors == nil {
				vectors = defaultVectors()
			}
			return compareMeans(vectors, answers)
		},
		wordVectors(v),
	)
}

// equalText returns the comparison with answers in a language without vectors.
func equalText(answers []*text.Doc) keyComparison {
	return func(response *text.Doc) float64 {
		if slices.ContainsFunc(answers, func(a *text.Doc) bool { return a.Clean == response.Clean }) {
			return 1
		}
		return 0
	}
}

// compareMeans returns the comparison with answers by the cosine of the mean vectors.
func compareMeans(v *embed.Vectors, answers []*text.Doc) keyComparison {
	means := make([][]float64, len(answers))
	for k, a := range answers {
		means[k], _ = v.Mean(a.Words)
	}
	return func(response *text.Doc) float64 {
		var mean []float64 // of the response, if needed
		best := 0.0
		for k, a := range answers {
			if response.Clean == a.Clean {
				return 1
			}
			if mean == nil {
				mean, _ = v.Mean(response.Words)
			}
			best = max(best, min(embed.Cosine(mean, means[k]), 1))
		}
		return best
	}
}
