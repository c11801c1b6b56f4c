package embed

import (
	"context"
	"fmt"
	"sync"
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

// Memory keeps the vectors of texts, so that each is encoded once. It is safe for concurrent use.
type Memory struct {
	encoder Encoder
	mu      sync.RWMutex
	vectors map[string][]float32
	lent    map[string]bool // texts that may be forgotten, see [Memory.Lend]
	order   []string        // in which they were lent
	err     error
}

// Remember returns a memory of the encoder's vectors, empty so far.
func Remember(e Encoder) *Memory { return &Memory{encoder: e, vectors: map[string][]float32{}} }

// Identity is the encoder's.
func (m *Memory) Identity() Identity { return m.encoder.Identity() }

// add encodes the texts that are not known yet, all in one call of the encoder.
func (m *Memory) add(ctx context.Context, texts ...string) error {
	m.mu.RLock()
	var missing []string
	seen := map[string]bool{}
	for _, s := range texts {
		if _, ok := m.vectors[s]; !ok && !seen[s] {
			seen[s] = true
			missing = append(missing, s)
		}
	}
	m.mu.RUnlock()
	if len(missing) == 0 {
		return nil
	}
	vectors, err := m.encoder.Encode(ctx, missing)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, s := range missing {
		m.vectors[s] = vectors[k]
	}
	return nil
}

// Vector returns the vector of a text, which it encodes if it was not added. If that fails, the
// vector is zero and [Memory.Err] says why.
func (m *Memory) Vector(text string) []float32 {
	m.mu.RLock()
	v, ok := m.vectors[text]
	m.mu.RUnlock()
	if ok {
		return v
	}
	err := m.Add(context.Background(), text)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.err = err
		return make([]float32, m.encoder.Identity().Dim)
	}
	return m.vectors[text]
}

// Err returns why [Memory.Vector] failed the last time that it did, and forgets it.
func (m *Memory) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.err
	m.err = nil
	return err
}

// Only returns texts of an encoder that knows no others, evenly spaced ones of many; nil if it
// encodes any text.
func (m *Memory) Only() []string {
	const most = 500
	e, ok := m.encoder.(interface{ texts() []string })
	if !ok {
		return nil
	}
	all := e.texts()
	var some []string
	for i := range min(most, len(all)) {
		some = append(some, all[i*len(all)/min(most, len(all))])
	}
	return some
}
