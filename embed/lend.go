package embed

import (
	"context"
	"iter"
	"maps"
	"slices"
)

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
// end. The function that it returns forgets those that nobody else was lent or added.
func (m *Memory) Lend(ctx context.Context, texts ...string) (release func(), err error) {
	var own []string
	m.mu.Lock()
	for _, s := range texts {
		if _, known := m.vectors[s]; !known || m.lent[s] > 0 {
			if m.lent == nil {
				m.lent = map[string]int{}
			}
			m.lent[s]++
			own = append(own, s)
		}
	}
	m.mu.Unlock()
	release = func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, s := range own {
			switch m.lent[s] {
			case 0: // it was added since
			case 1:
				delete(m.lent, s)
				delete(m.vectors, s)
			default:
				m.lent[s]--
			}
		}
	}
	if err := m.add(ctx, texts...); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// All returns the texts that are known with their vectors, in the order of the texts.
func (m *Memory) All() iter.Seq2[string, []float32] {
	return func(yield func(string, []float32) bool) {
		m.mu.RLock()
		known := maps.Clone(m.vectors)
		m.mu.RUnlock()
		for _, s := range slices.Sorted(maps.Keys(known)) {
			if !yield(s, known[s]) {
				return
			}
		}
	}
}
