package grades

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Cue is a number in [0,1] that tells how a response compares with the answer key, and means much the same
// for every question.
type Cue struct {
	Name string // by which a [Prior] knows the cue's weight
	// prepare returns the cue of one question; its value is 0 where the question has no key,
	// unless the cue needs none.
	prepare func(q *features.Question) func(response *text.Doc) float64
}

// FromFeature makes a cue of a feature that has one column a question, such as [features.DEM].
func FromFeature(e features.Extractor) Cue {
	return Cue{e.Name(), func(q *features.Question) func(*text.Doc) float64 {
		f := e.Prepare(q).Fit(nil)
		return func(response *text.Doc) float64 {
			var row features.Row
			f.Append(&row, response)
			if len(row.Value) == 0 {
				return 0
			}
			return row.Value[0]
		}
	}}
}

// Length is min(1, |A|/|B|), where |A| and |B| are the numbers of words of the response and an acceptable
// answer: the largest over the key, so 1 for what is at least as long as the shortest answer.
var Length = Cue{"length", func(q *features.Question) func(*text.Doc) float64 {
	shortest := 0
	for _, k := range q.Key {
		if n := len(k.Words); shortest == 0 || n < shortest {
			shortest = n
		}
	}
	return func(response *text.Doc) float64 {
		if shortest == 0 {
			return 0
		}
		return min(1, float64(len(response.Words))/float64(shortest))
	}
}}

// Empty is 1 for a response without a word and 0 for others.
var Empty = Cue{"empty", func(*features.Question) func(*text.Doc) float64 {
	return func(response *text.Doc) float64 {
		if response.Empty() {
			return 1
		}
		return 0
	}
}}

// Cues returns the cues of the default model: the features CED, WCS and DEM, [Length] and [Empty].
// Other similarities to the key add nothing beside these and the functions of the texts.
func Cues() []Cue {
	return []Cue{FromFeature(features.CED), FromFeature(features.WCS), FromFeature(features.DEM), Length, Empty}
}
