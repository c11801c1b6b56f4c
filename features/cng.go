package features

import (
	"math"

	"github.com/luna-rating/luna/features/text"
)

// CNG is the Bag of Character N-Grams: one column per sequence of three characters (Unicode code
// points) in the content words of the training responses to the question, each word with a blank
// before and after it. A response has 2/√n in the columns of its n distinct trigrams, else 0, so
// that every row has length 2, that of a [BOW] row of four words, or less if no training response
// has some of the trigrams. An empty response is all zeros. Where words are pairs of characters
// ([text.Doc].Paired), these and the single characters take the place of the trigrams. Misspelt
// and inflected words share most of their trigrams (Heilman and Madnani, "ETS: Domain Adaptation
// and Stacking for Short Answer Scoring", SemEval 2013, use such n-grams as features).
var CNG Extractor = bag{
	info{
		"CNG",
		"bag of character trigrams of the training responses' words, in rows of equal length",
		ResponseBased,
	},
	trigrams,
	func(n int) float64 { return gramRowLength / math.Sqrt(float64(n)) },
}

const (
	gramSize      = 3
	gramRowLength = 2
)

// trigrams returns the distinct trigrams of a text's words, sorted. Where words are pairs of
// characters, each would be two trigrams, and the same ones.
func trigrams(d *text.Doc) []string {
	var grams []string
	if d.Paired {
		grams = append(grams, d.Set...)
		for _, r := range d.Clean {
			if text.Unspaced(r) {
				grams = append(grams, string(r))
			}
		}
		return distinct(grams)
	}
	for _, w := range d.Set {
		padded := []rune(" " + w + " ")
		for i := range len(padded) - gramSize + 1 {
			grams = append(grams, string(padded[i:i+gramSize]))
		}
	}
	return distinct(grams)
}
