package features

import "github.com/luna-rating/luna/internal/levenshtein"

// patterns are the answers of a key, ready to be compared with many responses.
type patterns []*levenshtein.Pattern

// symbolsOnStack is the number of symbols up to which a response needs no memory from the heap.
const symbolsOnStack = 128

// newPatterns makes patterns of texts over an alphabet of n symbols.
func newPatterns(texts [][]int32, n int) patterns {
	p := make(patterns, len(texts))
	for k, t := range texts {
		p[k] = levenshtein.NewPattern(t, n)
	}
	return p
}

// mostSimilar returns the largest edit similarity of a text to the patterns, at least 0.
func (p patterns) mostSimilar(text []int32) float64 {
	best := 0.0
	for _, a := range p {
		best = max(best, edits(a.Distance(text), len(text), a.Len()))
	}
	return best
}
