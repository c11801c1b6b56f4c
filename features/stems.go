package features

import (
	"sync"

	"github.com/kljensen/snowball/english"
)

// stems remembers the stems of words: texts are made of the same ones over and over, and stemming takes a
// microsecond or more.
var stems = stemMemo{stem: func(word string) string { return english.Stem(word, true) }}

// mostStems bounds how many are remembered, whatever is read.
const mostStems = 1 << 16

// stemMemo is safe for concurrent use.
type stemMemo struct {
	stem  func(word string) string
	mu    sync.RWMutex
	known map[string]string
}

func (m *stemMemo) of(word string) string {
	m.mu.RLock()
	s, ok := m.known[word]
	m.mu.RUnlock()
	if ok {
		return s
	}
	s = m.stem(word)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= mostStems {
		m.known = make(map[string]string)
	}
	m.known[word] = s
	return s
}
