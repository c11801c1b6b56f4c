package features

import "sync"

// memo remembers what was computed of words: texts are made of the same ones over and over. It is emptied when it is full, so that
// a long stream of new words does not fill the memory. It is safe for concurrent use.
type memo[K comparable, V any] struct {
	most    int // entries
	compute func(K) V
	mu      sync.RWMutex
	known   map[K]V
}

func newMemo[K comparable, V any](most int, compute func(K) V) *memo[K, V] {
	return &memo[K, V]{most: most, compute: compute, known: make(map[K]V)}
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
	if len(m.known) >= m.most {
		clear(m.known)
	}
	m.known[key] = v
	return v
}
