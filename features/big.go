package features

import "github.com/luna-rating/luna/features/text"

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
	pairs := make([]string, 0, len(d.Words))
	for i := 1; i < len(d.Words); i++ {
		pairs = append(pairs, d.Words[i-1]+" "+d.Words[i])
	}
	return distinct(pairs)
}
