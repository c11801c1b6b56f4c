package features

import "slices"

// catalog holds every feature, in each of the two kinds the thesis's in its order and then others; a new
// one is added here.
var catalog = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	DEM, DBO, ALN,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
	CNG,
}

// Catalog returns every feature, those compared with the key first.
func Catalog() []Extractor { return slices.Clone(catalog) }

// WithMeasure returns the extractors with the question-based one of the measure's name replaced
// by that measure, such as [WCS] by [MeanVectors] of other vectors.
func WithMeasure(extractors []Extractor, m Measure) []Extractor {
	replaced := slices.Clone(extractors)
	for i, e := range replaced {
		if e.Name() == m.Name {
			replaced[i] = m.extractor()
		}
	}
	return replaced
}
