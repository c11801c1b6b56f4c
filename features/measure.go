package features

import (
	"slices"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"github.com/luna-rating/luna/features/text"
)

// Measure is a similarity of two texts in [0,1]. But for rounding, it is symmetric and 1 for texts
// with the same words in the same order; it is 0 where exactly one of the two texts is empty.
type Measure struct {
	Name        string // short, in capitals, such as "FWO"
	Description string // one line
	// Similarity computes the measure; both texts come from the same [text.Analyzer].
	Similarity func(a, b *text.Doc) float64
	// against may compute Similarity with the answers of a key faster.
	against func(answers []*text.Doc) toAnswers
	// resources are what Similarity depends on.
	resources []resource
}

// extractor returns the feature of the measure: the largest similarity to an answer of the key.
func (m Measure) extractor() Extractor {
	e := KeySimilarity(m.Name, m.Description, m.Similarity)
	if m.against != nil {
		e = keySimilarity{info{m.Name, m.Description, QuestionBased}, m.against}
	}
	if len(m.resources) > 0 {
		e = withResources{e, m.resources}
	}
	return e
}

// Measures lists the similarities of any two texts, in the thesis's order.
func Measures() []Measure {
	return []Measure{fractionWordOverlap, characterEditDistance, wordEditDistance, meanVectors, semanticNets}
}

// edits returns 1 - distance/longer, or 1 where both texts are empty.
func edits(distance, a, b int) float64 {
	longer := max(a, b)
	if longer == 0 {
		return 1
	}
	return 1 - float64(distance)/float64(longer)
}

// characterDistance returns the Levenshtein distance in characters and the texts' lengths.
func characterDistance(a, b *text.Doc) (distance, lenA, lenB int) {
	return levenshtein.ComputeDistance(a.Clean, b.Clean),
		utf8.RuneCountInString(a.Clean), utf8.RuneCountInString(b.Clean)
}

// wordDistance returns the Levenshtein distance in words. Each distinct word stands for
// one character, so that the distance of characters can be used.
func wordDistance(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return max(len(a), len(b))
	}
	var n numbering
	if len(a)+len(b) > shortList {
		n.index = make(map[string]int, len(a)+len(b))
	}
	return levenshtein.ComputeDistance(n.characters(a), n.characters(b))
}

// shortList is the number of words up to which looking along a list beats a map.
const shortList = 32

// numbering gives each distinct word a number, by a list or, where index is not nil, by a map.
type numbering struct {
	words []string
	index map[string]int
}

// characters writes words as characters: word number k becomes the k-th valid code point.
func (n *numbering) characters(words []string) string {
	buf := make([]byte, 0, 2*len(words))
	for _, w := range words {
		buf = utf8.AppendRune(buf, codePoint(n.number(w)))
	}
	return string(buf)
}

func (n *numbering) number(word string) int {
	if n.index != nil {
		k, ok := n.index[word]
		if !ok {
			k = len(n.index)
			n.index[word] = k
		}
		return k
	}
	k := slices.Index(n.words, word)
	if k < 0 {
		k = len(n.words)
		n.words = append(n.words, word)
	}
	return k
}

// codePoint returns the k-th code point outside the surrogates, which UTF-8 cannot hold.
func codePoint(k int) rune {
	if k >= 0xD800 {
		k += 0x800
	}
	return rune(k)
}

// overlap returns the number of distinct words that both texts have.
func overlap(a, b *text.Doc) int {
	n, i, j := 0, 0, 0
	for i < len(a.Set) && j < len(b.Set) {
		switch {
		case a.Set[i] == b.Set[j]:
			n++
			i++
			j++
		case a.Set[i] < b.Set[j]:
			i++
		default:
			j++
		}
	}
	return n
}
