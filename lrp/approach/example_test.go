package approach_test

import (
	"fmt"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
)

// All makes an approach of a user-defined feature, and includes it in ALL. COM has the features of
// the thesis.
func ExampleAll() {
	length := features.KeySimilarity(
		"LEN",
		"ratio of lengths in words",
		func(response, answer *text.Doc) float64 {
			a, b := float64(len(response.Words)), float64(len(answer.Words))
			return min(a, b) / max(a, b)
		},
	)
	for _, a := range approach.All(features.BWO, length) {
		fmt.Printf("%s: %d features\n", a.Name, len(a.Extractors()))
	}
	// Output:
	// RAN: 0 features
	// CBG: 0 features
	// BWO: 1 features
	// LEN: 1 features
	// COM: 1 features
	// ALL: 2 features
	// AUTO: 0 features
}
