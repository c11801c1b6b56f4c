package features

import "slices"

// thesis lists the features of the thesis in its order.
var thesis = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
}

// combined lists the features of the approach ALL. As published figures are of these features, a
// new one comes here only if it is to be part of ALL, and the figures are made anew.
var combined = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	DEM, DBO, ALN,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
	CNG,
}

// alone lists the features that are in no combination.
var alone = []Extractor{ENC}

// catalog lists every feature: of each kind first those of the thesis, in its order, then others.
// New features are added here, and either to combined or to alone.
var catalog = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	DEM, DBO, ALN,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
	CNG, ENC,
}

// Catalog returns every feature, the key-based ones first.
func Catalog() []Extractor { return slices.Clone(catalog) }

// Combined returns the features of the approach ALL, in the order of [Catalog].
func Combined() []Extractor { return slices.Clone(combined) }

// Thesis returns the twelve features of chapter 5.2.2 of Silver (2016), in its order.
func Thesis() []Extractor { return slices.Clone(thesis) }

// WithMeasure returns the extractors, with the one that has the measure's name replaced by the
// measure's feature, such as [WCS] by the feature of [MeanVectors] with other vectors.
func WithMeasure(extractors []Extractor, m Measure) []Extractor {
	replaced := slices.Clone(extractors)
	for i, e := range replaced {
		if e.Name() == m.Name {
			replaced[i] = m.extractor()
		}
	}
	return replaced
}
