package main

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// RGL is ROUGE-L: 2 l / (|a| + |b|), where l is the length of the longest common subsequence of the
// content words a of the response and b of an acceptable answer; the largest value counts. It is in
// [0,1], and 0 for an empty response.
//
// Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries, ACL Workshop Text
// Summarization Branches Out, 2004.
var RGL = features.KeySimilarity("RGL", "ROUGE-L, longest common subsequence of words",
	func(response, answer *text.Doc) float64 {
		a, b := response.Words, answer.Words
		return 2 * float64(commonSubsequence(a, b)) / float64(len(a)+len(b))
	})

// commonSubsequence returns the length of the longest one.
func commonSubsequence(a, b []string) int {
	longest := make([]int, len(b)+1) // for the words of a so far and the first j of b
	for _, word := range a {
		before := 0 // longest[j] for one word of a less
		for j, other := range b {
			above := longest[j+1]
			if word == other {
				longest[j+1] = before + 1
			} else {
				longest[j+1] = max(above, longest[j])
			}
			before = above
		}
	}
	return longest[len(b)]
}
