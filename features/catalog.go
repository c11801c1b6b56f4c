package features

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// thesis lists the features of the thesis in its order.
var thesis = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
}

// combined lists the features of the approach ALL: of each kind first those of the thesis, in its
// order, then others. As published figures are of these features, a new one comes here only if it
// is to be part of ALL, and the figures are made anew.
var combined = []Extractor{
	BWO, FWO, CED, WED, WCS, SNL,
	DEM, DBO, ALN,
	BOW, BIG, SYN,
	NNO, NNC, NNW,
	CNG,
}

// alone lists the features that are in no combination. New features are added here, or to combined.
var alone = []Extractor{ENC}

// Catalog returns every feature, the key-based ones first: of each kind those of [Combined], then
// those that are alone.
func Catalog() []Extractor {
	return slices.SortedStableFunc(slices.Values(slices.Concat(combined, alone)),
		func(a, b Extractor) int { return cmp.Compare(a.Kind(), b.Kind()) })
}

// Combined returns the features of the approach ALL, in the order of [Catalog].
func Combined() []Extractor { return slices.Clone(combined) }

// Thesis returns the twelve features of chapter 5.2.2 of Silver (2016), in its order.
func Thesis() []Extractor { return slices.Clone(thesis) }

// WithMeasure returns the extractors, with the one that has the measure's name replaced by the
// measure's feature, such as [WCS] by the feature of [MeanVectors] with other vectors.
func WithMeasure(extractors []Extractor, m Measure) []Extractor {
	return replaced(extractors, m.extractor())
}

// replaced returns the extractors, with another one for that of its name.
func replaced(extractors []Extractor, by Extractor) []Extractor {
	return numbers.Map(extractors, func(e Extractor) Extractor {
		if e.Name() == by.Name() {
			return by
		}
		return e
	})
}
