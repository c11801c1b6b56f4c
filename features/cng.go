package features

import (
	"math"
	"slices"

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
var CNG Extractor = characterGrams{bag{
	info{
		"CNG",
		"bag of character trigrams of the training responses' words, in rows of equal length",
		ResponseBased,
	},
	trigrams,
}}

const (
	gramSize      = 3
	gramRowLength = 2
)

// trigrams returns the distinct trigrams of a text's words, sorted.
func trigrams(d *text.Doc) []string {
	var grams []string
	if d.Paired { // where each pair would be two of them, and the same ones
		return characterPairs(d)
	}
	for _, w := range d.Set {
		padded := []rune(" " + w + " ")
		for i := range len(padded) - gramSize + 1 {
			grams = append(grams, string(padded[i:i+gramSize]))
		}
	}
	slices.Sort(grams)
	return slices.Compact(grams)
}

// characterPairs returns the words of a text with pairs of characters, and its characters.
func characterPairs(d *text.Doc) []string {
	grams := slices.Clone(d.Set)
	for _, r := range d.Clean {
		if text.Unspaced(r) {
			grams = append(grams, string(r))
		}
	}
	slices.Sort(grams)
	return slices.Compact(grams)
}

type characterGrams struct{ bag }

// Prepare implements [Extractor].
func (e characterGrams) Prepare(q *Question) Prepared {
	p := preparedGrams{e.bag.Prepare(q).(Static)}
	if kept, ok := p.Static.(Restricted); ok {
		return pairedGrams{p, kept}
	}
	return p
}

type preparedGrams struct{ Static }

// Fit implements [Prepared].
func (p preparedGrams) Fit(train []Rated) Fitted {
	return fittedGrams{p.Static.Fit(train).(*fittedBag)}
}

// FitAll implements [Static].
func (p preparedGrams) FitAll() Fitted { return fittedGrams{p.Static.FitAll().(*fittedBag)} }

// pairedGrams has the columns of a [pairedBag].
type pairedGrams struct {
	preparedGrams
	restricted Restricted
}

// Kept implements [Restricted].
func (p pairedGrams) Kept(train []Rated) []bool { return p.restricted.Kept(train) }

type fittedGrams struct{ *fittedBag }

// Append implements [Fitted].
func (f fittedGrams) Append(row *Row, response *text.Doc) {
	first := len(row.Value)
	f.fittedBag.Append(row, response)
	value := gramRowLength / math.Sqrt(float64(len(f.terms(response))))
	for k := first; k < len(row.Value); k++ {
		row.Value[k] = value
	}
}

// AppendTrain implements [Fitted].
func (f fittedGrams) AppendTrain(row *Row, i int) { f.Append(row, f.train[i]) }
