package published

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
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
	return numbers.Map(features.Thesis(), features.Extractor.Name)
}

// Figure is a mean RMSE over 100 trials and its standard deviation.
type Figure struct{ Mean, SD float64 }

// Source says where the figures come from.
const Source = "Silver (2016), the numbers behind figure 5.3 (100 trials, OLS)"

// figures are the numbers behind figure 5.3 of Silver (2016), by data set and approach. They are
// those of least squares; the thesis prints none of the Lasso.
var figures = map[string]map[string]Figure{
	"powergrading": {
		"RAN": {.396, .240}, "CBG": {.144, .051},
		"BWO": {.158, .076}, "FWO": {.123, .059}, "CED": {.159, .088}, "WED": {.134, .059},
		"WCS": {.148, .082}, "SNL": {.131, .077},
		"BOW": {.106, .057}, "BIG": {.132, .063}, "SYN": {.116, .056},
		"NNO": {.116, .047}, "NNC": {.142, .066}, "NNW": {.141, .066},
		"COM": {.105, .052},
	},
	"mohler": {
		"RAN": {.434, .176}, "CBG": {.317, .080},
		"BWO": {.430, .116}, "FWO": {.454, .104}, "CED": {.424, .080}, "WED": {.443, .090},
		"WCS": {.403, .085}, "SNL": {.351, .092},
		"BOW": {.317, .070}, "BIG": {.322, .055}, "SYN": {.322, .094},
		"NNO": {.324, .074}, "NNC": {.324, .071}, "NNW": {.329, .061},
		"COM": {.320, .073},
	},
}

// FigureOf returns the thesis's figure for an approach with a regressor ("none" for controls) on
// the data set of that name, and whether there is one.
func FigureOf(dataset, approach, regressor string) (f Figure, ok bool) {
	if regressor != "ols" && regressor != "none" {
		return f, false
	}
	f, ok = figures[dataset][approach]
	return f, ok
}
