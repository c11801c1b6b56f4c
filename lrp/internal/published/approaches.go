package published

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
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

// keyFeatures compare a response with the key; the best of several answers counts. So does WCS,
// which is trained for each trial.
var keyFeatures = map[string]similarity{
	"BWO": substringOverlap, "FWO": allWordsJaccard, "CED": spacedEdits, "WED": characterEdits,
	"SNL": semanticNets,
}

var neighbourFeatures = map[string]similarity{
	"NNO": contentJaccard, "NNC": spacedEdits, "NNW": characterEdits,
}

// Approaches returns the approaches that the protocol has.
func Approaches() []approach.Approach {
	return slices.DeleteFunc(approach.All(features.Thesis()...),
		func(a approach.Approach) bool { return !Has(a.Name) })
}

// Has reports whether the protocol has the approach of that name.
func Has(name string) bool {
	return controls[name] != nil || name == "COM" || slices.Contains(combined, name)
}

// combined lists the features that COM combines.
var combined = featureNames()

func featureNames() []string {
	var names []string
	for _, e := range features.Thesis() {
		names = append(names, e.Name())
	}
	return names
}
