package features

import (
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// BIG is Bigrams (Silver 2016, 5.2.2, response-based feature 2): one column per pair of
// consecutive content words in the training responses to the question, 1 if the response has the
// pair, else 0. Stop words between two words are ignored. A response of fewer than two content
// words is all zeros.
var BIG = Bag(
	"BIG",
	"bigrams: one column per pair of consecutive words in the training responses",
	bigrams,
)

// bigrams returns the distinct pairs of consecutive words, each joined by a space.
func bigrams(d *text.Doc) []string {
	if len(d.Words) < 2 {
		return nil
	}
	pairs := make([]string, 0, len(d.Words)-1)
	for i, w := range d.Words[1:] {
		pairs = append(pairs, d.Words[i]+" "+w)
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}
