package features

import "slices"

// catalog holds every feature in the thesis's order; a new one is added here.
var catalog = []Extractor{
	BWO, FWO, CED, WED,
	BOW, BIG,
	NNO, NNC, NNW,
}

// Catalog returns every feature, in the thesis's order.
func Catalog() []Extractor { return slices.Clone(catalog) }
