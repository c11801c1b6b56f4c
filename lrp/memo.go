package lrp

import (
	"hash/maphash"
	"strings"
	"sync"
)

// memo remembers what was computed of texts, within a bound of memory: of people who answer the same questions many
// give the same answers. It is safe for concurrent use.
type memo struct {
	seed   maphash.Seed
	most   int // bounds all generations of all shards, in bytes
	shards [16]memoShard
}

// memoShard holds two generations: when the young one is full the old one is forgotten.
type memoShard struct {
	mu         sync.RWMutex
	young, old map[memoKey]part
	size       int // of the young generation, in bytes
}

type memoKey struct {
	question int
	text     string
}

const (
	// memoSize is the bound of a model's memo, in bytes, and memoEach what each respondent that it has learned from adds
	// to it: the more people, the more distinct texts they give.
	memoSize = 64 << 20
	memoEach = 4 << 10
	// memoText is the length of texts from which on they are not remembered.
	memoText = 4 << 10
	// memoEntry is about what a key costs besides its text.
	memoEntry = 128
)

func newMemo(respondents int) *memo {
	return &memo{seed: maphash.MakeSeed(), most: memoSize + memoEach*respondents}
}

// get returns what compute makes of the response to a question, remembered or not.
func (m *memo) get(question int, response string, compute func(response string) part) part {
	if len(response) >= memoText {
		return compute(response)
	}
	key := memoKey{question, response}
	s := &m.shards[(maphash.String(m.seed, response)+uint64(question))%uint64(len(m.shards))]
	s.mu.RLock()
	p, young := s.young[key]
	found := young
	if !young {
		p, found = s.old[key]
	}
	s.mu.RUnlock()
	if young {
		return p
	}
	key.text = strings.Clone(key.text) // which may be a piece of a whole file
	if !found {
		p = compute(key.text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(key, p, m.most/2/len(m.shards))
	return p
}

// put remembers a part; most bounds one generation.
func (s *memoShard) put(key memoKey, p part, most int) {
	if s.young == nil || s.size > most {
		s.young, s.old, s.size = make(map[memoKey]part), s.young, 0
	}
	if _, ok := s.young[key]; !ok {
		s.young[key] = p
		s.size += memoEntry + len(key.text) + p.size()
	}
}
