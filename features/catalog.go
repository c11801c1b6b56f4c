package features

import "slices"

// catalog holds every feature in the thesis's order; a new one is added here.
var catalog = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
}

// Catalog returns every feature, in the thesis's order.
func Catalog() []Extractor { return slices.Clone(catalog) }

// WithMeasure returns the extractors with the question-based one of the measure's name replaced
// by that measure, such as [WCS] by [MeanVectors] of other vectors.
func WithMeasure(extractors []Extractor, m Measure) []Extractor {
	replaced := slices.Clone(extractors)
	for i, e := range replaced {
		if e.Name() == m.Name {
			replaced[i] = KeySimilarity(m.Name, m.Description, m.Similarity)
		}
	}
	return replaced
}
