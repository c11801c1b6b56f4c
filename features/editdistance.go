package features

import (
	"unicode"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
	"github.com/luna-rating/luna/internal/numbers"
)

// symbols returns the symbols of a text. An edit inserts, deletes or replaces one of them.
type symbols[S comparable] func(d *text.Doc) []S

// characters are the symbols of character edit distances: the Unicode code points of the cleaned
// text.
func characters(d *text.Doc) []rune { return []rune(d.Clean) }

// spacedCharacters are [characters], with a space between those of scripts without spaces: one of
// them differs as often as a word of two letters does.
func spacedCharacters(d *text.Doc) []rune {
	if !d.Paired {
		return characters(d)
	}
	list, last := make([]rune, 0, len(d.Clean)), ' '
	for _, r := range d.Clean {
		if text.Unspaced(last) && text.Unspaced(r) && !unicode.IsMark(r) {
			list = append(list, ' ')
		}
		list, last = append(list, r), r
	}
	return list
}

// contentWords are the symbols of word edit distances.
func contentWords(d *text.Doc) []string { return d.Words }

// editSimilarity returns 1 - distance/max(n, m) for texts of n and m symbols, 1 if both are empty.
func editSimilarity(distance, n, m int) float64 {
	longer := max(n, m)
	if longer == 0 {
		return 1
	}
	return 1 - float64(distance)/float64(longer)
}

// maxStackSymbols is the number of symbols up to which a response needs no memory from the heap.
const maxStackSymbols = 128

// editSimilarities returns the constructor of comparisons with a key by [editSimilarity].
func editSimilarities[S comparable](list symbols[S]) func([]*text.Doc) keyComparison {
	return func(answers []*text.Doc) keyComparison {
		var alphabet levenshtein.Alphabet[S]
		lists := numbers.Map(answers, func(a *text.Doc) []int32 { return alphabet.Add(nil, list(a)) })
		patterns := numbers.Map(lists, func(l []int32) *levenshtein.Pattern {
			return levenshtein.NewPattern(l, alphabet.Len())
		})
		return func(response *text.Doc) float64 {
			var onStack [maxStackSymbols]int32
			own, best := alphabet.Append(onStack[:0], list(response)), 0.0
			for _, p := range patterns {
				best = max(best, editSimilarity(p.Distance(own), len(own), p.Len()))
			}
			return best
		}
	}
}
