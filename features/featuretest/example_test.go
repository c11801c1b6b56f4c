package featuretest_test

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/featuretest"
	"github.com/luna-rating/luna/features/text"
)

// A feature that depends on something other than the texts, such as the number of calls, fails.
func ExampleCheck() {
	calls := 0.0
	for _, similarity := range []func(response, answer *text.Doc) float64{
		func(response, answer *text.Doc) float64 { return 1 / float64(1+len(response.Words)) },
		func(response, answer *text.Doc) float64 { calls++; return calls },
	} {
		err := featuretest.Check(features.KeySimilarity("MINE", "one of mine", similarity))
		if err == nil {
			fmt.Println("passes")
			continue
		}
		found, _, _ := strings.Cut(err.Error(), " [")
		fmt.Println(found)
	}
	// Output:
	// passes
	// MINE, short answers: the rating of training response 0 leaks into its own row:
}
