package published

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// similarity compares a response with an answer of the key or with another response.
type similarity func(response, other *answer) float64

// substringOverlap is BWO: 1 where a piece of the response is a substring of the answer.
func substringOverlap(response, other *answer) float64 {
	for _, piece := range strings.Fields(response.text) {
		if strings.Contains(other.text, piece) {
			return 1
		}
	}
	return 0
}

// allWordsJaccard is FWO: the Jaccard coefficient of the sets of all words, stop words among
// them. That they stayed is inferred from the published number on Mohler, .454: it comes out
// as .46 with stop words and as .42 without.
func allWordsJaccard(a, b *answer) float64 { return jaccard(a.all, b.all) }

// contentJaccard is the similarity of NNO: the Jaccard coefficient of the sets of content words.
func contentJaccard(a, b *answer) float64 { return jaccard(a.words, b.words) }

// jaccard compares two sorted sets; two empty ones are 0 alike.
func jaccard(a, b []string) float64 {
	shared := 0
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); ok {
			shared++
		}
	}
	union := len(a) + len(b) - shared
	if union == 0 {
		return 0
	}
	return float64(shared) / float64(union)
}

// spacedEdits is CED and the similarity of NNC.
func spacedEdits(a, b *answer) float64 { return editSimilarity(a.spaced, b.spaced) }

// characterEdits is WED and the similarity of NNW.
func characterEdits(a, b *answer) float64 { return editSimilarity(a.text, b.text) }

func editSimilarity(a, b string) float64 {
	longer := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if longer == 0 {
		return 0
	}
	return 1 - float64(levenshtein.ComputeDistance(a, b))/float64(longer)
}
