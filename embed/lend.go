package embed

import (
	"context"
	"iter"
	"maps"
	"slices"
)

// loan says who needs a text for a while.
type loan struct {
	count int  // how often it was lent
	idle  bool // it is in the queue of those that may be forgotten
}

// idleBytes is about how much memory the vectors of texts take that were lent and are not any more.
// Answers are often given again.
const idleBytes = 32 << 20

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
// end. Once the function that it returns was called, they may be forgotten.
func (m *Memory) Lend(ctx context.Context, texts ...string) (release func(), err error) {
	var own []string
	m.mu.Lock()
	for _, s := range texts {
		if _, known := m.vectors[s]; known && m.lent[s] == nil {
			continue // it was added
		}
		if m.lent == nil {
			m.lent = map[string]*loan{}
		}
		if m.lent[s] == nil {
			m.lent[s] = &loan{}
		}
		m.lent[s].count++
		own = append(own, s)
	}
	m.mu.Unlock()
	release = func() { m.release(own) }
	if err := m.add(ctx, texts...); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// release takes texts back and forgets those that were taken back first, if there are many.
func (m *Memory) release(texts []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range texts {
		l := m.lent[s]
		if l == nil {
			continue // it was added since
		}
		if l.count--; l.count == 0 && !l.idle {
			l.idle = true
			m.idle = append(m.idle, s)
		}
	}
	for most := idleBytes / (4*m.Identity().Dim + 256); len(m.idle) > most; m.idle = m.idle[1:] {
		s := m.idle[0]
		l := m.lent[s]
		if l == nil {
			continue
		}
		if l.idle = false; l.count == 0 {
			delete(m.lent, s)
			delete(m.vectors, s)
		}
	}
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
