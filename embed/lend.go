package embed

import (
	"context"
	"iter"
	"maps"
	"slices"
)

// lentBytes is about how much memory the vectors of [Memory.Lend] take.
const lentBytes = 128 << 20

// Add encodes the texts that are not known yet, all in one call of the encoder.
func (m *Memory) Add(ctx context.Context, texts ...string) error {
	m.mu.Lock()
	for _, s := range texts {
		delete(m.lent, s)
	}
	m.mu.Unlock()
	return m.add(ctx, texts...)
}

// Lend is [Memory.Add] for texts that are needed for a while, such as those of a stream without an
// end: of all that were lent the latest are known, and those of the last call in any case.
func (m *Memory) Lend(ctx context.Context, texts ...string) error {
	m.mu.Lock()
	if m.lent == nil {
		m.lent = map[string]bool{}
	}
	before, most := len(m.order), max(len(texts), lentBytes/(4*m.Identity().Dim+256))
	for _, s := range texts {
		if _, known := m.vectors[s]; !known {
			m.lent[s] = true
			m.order = append(m.order, s)
		}
	}
	for isNew := len(m.order) > before; isNew && len(m.order) > most; m.order = m.order[1:] {
		if s := m.order[0]; m.lent[s] {
			delete(m.lent, s)
			delete(m.vectors, s)
		}
	}
	m.mu.Unlock()
	return m.add(ctx, texts...)
}

// All returns the texts that are known with their vectors, in the order of the texts.
func (m *Memory) All() iter.Seq2[string, []float32] {
	m.mu.RLock()
	known := maps.Clone(m.vectors)
	m.mu.RUnlock()
	return func(yield func(string, []float32) bool) {
		for _, s := range slices.Sorted(maps.Keys(known)) {
			if !yield(s, known[s]) {
				return
			}
		}
	}
}
