package features

import "github.com/luna-rating/luna/features/text"

// BOW is the Bag of Words (Silver 2016, 5.2.2, response-based feature 1): one column per content
// word of the training responses to the question, 1 if the response has the word, else 0. Words
// that no training response has are ignored; an empty response is all zeros.
var BOW = Bag(
	"BOW",
	"bag of words: one column per word of the training responses",
	wordSet,
)

func wordSet(d *text.Doc) []string { return d.Set }
