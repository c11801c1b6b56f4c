package embed

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// lentBytes is about how much memory the vectors of [Memory.Lend] take.
const lentBytes = 128 << 20

// Memory keeps the vectors of texts, so that each is encoded once. It is safe for concurrent use.
type Memory struct {
	encoder Encoder
	mu      sync.RWMutex
	vectors map[string][]float32
	lent    map[string]int // how often texts that may be forgotten are in order
	order   []string       // of the texts of [Memory.Lend], the latest last
	err     error
}

// Remember returns a memory of the encoder's vectors, empty so far.
func Remember(e Encoder) *Memory {
	return &Memory{encoder: e, vectors: map[string][]float32{}, lent: map[string]int{}}
}

// Identity is the encoder's.
func (m *Memory) Identity() Identity { return m.encoder.Identity() }

// Add encodes the texts that are not known yet, all in one call of the encoder.
func (m *Memory) Add(ctx context.Context, texts ...string) error {
	m.mu.Lock()
	for _, s := range texts {
		delete(m.lent, s)
	}
	m.mu.Unlock()
	return m.encode(ctx, texts)
}

// Lend is [Memory.Add] for texts that are needed for a while, such as those of a stream without an
// end: of all that were lent the latest are known, and those of the last call in any case.
func (m *Memory) Lend(ctx context.Context, texts ...string) error {
	m.mu.Lock()
	for _, s := range texts {
		if _, known := m.vectors[s]; !known || m.lent[s] > 0 {
			m.lent[s]++
			m.order = append(m.order, s)
		}
	}
	most := max(len(texts), lentBytes/(4*m.Identity().Dim+256))
	for ; len(m.order) > most; m.order = m.order[1:] {
		switch s := m.order[0]; m.lent[s] {
		case 0: // it was added since
		case 1:
			delete(m.lent, s)
			delete(m.vectors, s)
		default:
			m.lent[s]--
		}
	}
	m.mu.Unlock()
	return m.encode(ctx, texts)
}

// encode encodes the texts that are not known.
func (m *Memory) encode(ctx context.Context, texts []string) error {
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

// Vector returns the vector of a text, which it encodes if it is not known. If that fails, the
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

// All returns the texts that are known, sorted, and their vectors.
func (m *Memory) All() (texts []string, vectors [][]float32) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	texts = slices.Sorted(maps.Keys(m.vectors))
	for _, s := range texts {
		vectors = append(vectors, m.vectors[s])
	}
	return texts, vectors
}

// Only returns texts of an encoder that knows no others, evenly spaced ones of many; nil if it
// encodes any text.
func (m *Memory) Only() []string {
	const most = 500
	t, ok := m.encoder.(*table)
	if !ok {
		return nil
	}
	all := slices.Sorted(maps.Keys(t.vectors))
	var some []string
	for i := range min(most, len(all)) {
		some = append(some, all[i*len(all)/min(most, len(all))])
	}
	return some
}
