package features

import "sync"

// memo remembers the results of a function. When it is full it forgets all of them, so that an
// endless stream of new words does not fill the memory. It is safe for concurrent use.
type memo[K comparable, V any] struct {
	maxEntries int
	compute    func(K) V
	mu         sync.RWMutex
	known      map[K]V
}

func newMemo[K comparable, V any](maxEntries int, compute func(K) V) *memo[K, V] {
	return &memo[K, V]{maxEntries: maxEntries, compute: compute, known: make(map[K]V)}
}

func (m *memo[K, V]) get(key K) V {
	m.mu.RLock()
	v, ok := m.known[key]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = m.compute(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= m.maxEntries {
		clear(m.known)
	}
	m.known[key] = v
	return v
}
