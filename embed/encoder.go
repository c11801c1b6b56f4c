package embed

import (
	"context"
	"fmt"
)

// Encoder turns texts into vectors of one length. It is safe for concurrent use.
type Encoder interface {
	// Identity says which encoder it is. Two encoders with the same identity give the same vectors.
	Identity() Identity
	// Encode returns a vector for each text, in their order, all of [Identity].Dim finite numbers.
	// A failure is an error without any vectors.
	Encode(ctx context.Context, texts []string) ([][]float32, error)
}

// Identity tells encoders apart. A model keeps that of its encoder.
type Identity struct {
	// Name is short, such as "static" or the base name of a folder.
	Name string `json:"name"`
	// Dim is the number of components of a vector.
	Dim int `json:"dim"`
	// SHA256 covers all that vectors depend on, 64 hexadecimal digits; empty for a server.
	SHA256 string `json:"sha256,omitempty"`
	// Prefix is what texts are preceded by, such as "query: ".
	Prefix string `json:"prefix,omitempty"`
	// Probe holds the vectors of [probeTexts] of an encoder without SHA256, by which a server that
	// has moved is known again.
	Probe [][]float32 `json:"probe,omitempty"`
}

// leastProbe is the least cosine of vectors of the same text by the same encoder.
const leastProbe = 0.999

// Same returns an error that says how the encoder differs from the one that was expected; nil if it
// does not. Where there is no digest, the vectors of ten fixed texts decide, whatever the name.
func (i Identity) Same(expected Identity) error {
	switch {
	case i.Dim != expected.Dim:
		return fmt.Errorf("found encoder %s with vectors of %d numbers, expected %s with %d", i.Name, i.Dim,
			expected.Name, expected.Dim)
	case i.Prefix != expected.Prefix:
		return fmt.Errorf("found encoder prefix %q, expected %q", i.Prefix, expected.Prefix)
	case i.SHA256 != expected.SHA256:
		return fmt.Errorf("found encoder %s with digest %.12s, expected %s with %.12s", i.Name, i.SHA256,
			expected.Name, expected.SHA256)
	case len(i.Probe) != len(expected.Probe):
		return fmt.Errorf("found encoder %s with %d vectors of fixed texts, expected %d", i.Name, len(i.Probe),
			len(expected.Probe))
	}
	for k, v := range i.Probe {
		if len(v) != i.Dim || len(expected.Probe[k]) != i.Dim {
			return fmt.Errorf("found encoder %s with fixed texts of other lengths, expected %d", i.Name, i.Dim)
		}
		if c := Cosine(v, expected.Probe[k]); !(c >= leastProbe) {
			return fmt.Errorf("found encoder %s, whose vector of %q has the cosine %.4f to that of %s, "+
				"expected at least %v", i.Name, probeTexts[k%len(probeTexts)], c, expected.Name, leastProbe)
		}
	}
	return nil
}

// probeTexts are the fixed texts of [Identity].Probe.
var probeTexts = []string{
	"The capital of France is Paris.", "Why is the sky blue?", "42", "to store a value for later",
	"Wasser siedet bei 100 Grad.", "I don't know", "la fotosíntesis", "a stack is last in, first out",
	"新しい考え", "photosynthesis turns light into sugar",
}
