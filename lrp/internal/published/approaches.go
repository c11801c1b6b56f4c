package published

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

// respondents is the number of respondents in a trial.
const respondents = 24

// NewSplitter splits as the published run did: each trial takes 24 of n respondents, or all if
// there are fewer.
func NewSplitter(n int, fraction float64, seed uint64) (datasets.Splitter, error) {
	s, err := datasets.NewSplitter(min(respondents, n), fraction, seed)
	s.N = n
	return s, err
}

// keyFeatures compare a response with the key; the best of several answers counts.
var keyFeatures = map[string]similarity{
	"BWO": substringOverlap, "FWO": allWordsJaccard, "CED": spacedEdits, "WED": characterEdits,
	"SNL": semanticNets,
}

var neighbourFeatures = map[string]similarity{
	"NNO": contentJaccard, "NNC": spacedEdits, "NNW": characterEdits,
}

// Approaches returns the approaches that the protocol has.
func Approaches() []approach.Approach {
	return slices.DeleteFunc(approach.All(), func(a approach.Approach) bool { return !Has(a.Name) })
}

// Has reports whether the protocol has the approach of that name.
func Has(name string) bool {
	return name == "RAN" || name == "CBG" || name == "COM" || isFeature(name)
}

func isFeature(name string) bool {
	return keyFeatures[name] != nil || bags[name] != nil || neighbourFeatures[name] != nil
}
