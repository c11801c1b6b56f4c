package features

import (
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
)

// Measure is a similarity of two texts in [0,1]. Up to rounding, it is symmetric and 1 for texts
// with the same words in the same order. It is 0 if exactly one of the two texts is empty.
type Measure struct {
	Name        string // short, in capitals, such as "FWO"
	Description string // one line
	// Similarity computes the measure; both texts come from the same [text.Analyzer].
	Similarity func(a, b *text.Doc) float64
	compare    func(answers []*text.Doc) keyComparison // nil if pair by pair is fast enough
	resources  []resource                              // of Similarity
	encoder    func() (*embed.Memory, error)           // nil if it uses none
}

// Encoder implements [EncoderUser].
func (m Measure) Encoder() (*embed.Memory, error) {
	if m.encoder == nil {
		return nil, nil
	}
	return m.encoder()
}

// newMeasure returns a measure defined by its comparison with several texts.
func newMeasure(
	name, description string, compare func([]*text.Doc) keyComparison, resources ...resource,
) Measure {
	return Measure{
		Name:        name,
		Description: description,
		Similarity:  func(a, b *text.Doc) float64 { return compare([]*text.Doc{b})(a) },
		compare:     compare,
		resources:   resources,
	}
}

// extractor returns the feature of the measure: the largest similarity to an answer of the key.
func (m Measure) extractor() Extractor {
	e := KeySimilarity(m.Name, m.Description, m.Similarity)
	if m.compare != nil {
		e = keySimilarity{info{m.Name, m.Description, KeyBased}, m.compare}
	}
	if len(m.resources) > 0 {
		e = withResources{e, m.resources}
	}
	return e
}

// Measures lists the similarities of any two texts: first the thesis's, in its order.
func Measures() []Measure {
	return []Measure{
		fractionWordOverlap, characterEditDistance, wordEditDistance, meanVectors, semanticNets,
		EncoderCosine(nil),
	}
}

// sharedWords returns the number of distinct words that both texts have.
func sharedWords(a, b *text.Doc) int {
	n := 0
	for _, w := range a.Set {
		if _, ok := slices.BinarySearch(b.Set, w); ok {
			n++
		}
	}
	return n
}
