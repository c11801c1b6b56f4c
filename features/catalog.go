package features

import "slices"

// catalog lists every feature: of each kind those of the thesis in its order, then others. A new
// one is added here.
var catalog = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	DEM, DBO, ALN,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
	CNG,
}

// Catalog returns every feature, the question-based ones first.
func Catalog() []Extractor { return slices.Clone(catalog) }

// WithMeasure returns the extractors with the one of the measure's name replaced by the feature of
// that measure, such as [WCS] by that of [MeanVectors] with other vectors.
func WithMeasure(extractors []Extractor, m Measure) []Extractor {
	replaced := slices.Clone(extractors)
	for i, e := range replaced {
		if e.Name() == m.Name {
			replaced[i] = m.extractor()
		}
	}
	return replaced
}
