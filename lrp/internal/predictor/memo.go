package predictor

import (
	"hash/maphash"
	"strings"
	"sync"
)

// Memo remembers parts by the text of the response, within a bound of memory: of many people who
// answer the same questions, many give the same answers. It is safe for concurrent use.
type Memo struct {
	Limit  int // bounds the memory in bytes
	seed   maphash.Seed
	shards [16]memoShard
}

// memoShard holds two generations. When the young one is full, the old one is forgotten.
type memoShard struct {
	mu         sync.RWMutex
	young, old map[memoKey]Part
	size       int // of the young generation, in bytes
}

type memoKey struct {
	question int
	text     string
}

const (
	// memoSize is the bound of a model's memo in bytes. Each respondent it has learned from adds
	// memoPerRespondent: the more people, the more distinct texts.
	memoSize          = 64 << 20
	memoPerRespondent = 4 << 10
	// maxMemoText is the length of texts in bytes from which they are not remembered.
	maxMemoText = 4 << 10
	// memoEntry is about what a key costs in addition to its text, in bytes.
	memoEntry = 128
)

// NewMemo returns an empty memo for a model that has learned from the given number of respondents.
func NewMemo(respondents int) *Memo {
	return &Memo{Limit: memoSize + memoPerRespondent*respondents, seed: maphash.MakeSeed()}
}

// Get returns the result of compute for the response to a question, remembered or not.
func (m *Memo) Get(question int, response string, compute func(response string) Part) Part {
	if len(response) >= maxMemoText {
		return compute(response)
	}
	key := memoKey{question, response}
	hash := maphash.String(m.seed, response) + uint64(question)
	s := &m.shards[hash%uint64(len(m.shards))]
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
	s.put(key, p, m.Limit/2/len(m.shards))
	return p
}

// put remembers a part. A generation has about limit bytes at most.
func (s *memoShard) put(key memoKey, p Part, limit int) {
	if s.young == nil || s.size > limit {
		s.young, s.old, s.size = make(map[memoKey]Part), s.young, 0
	}
	if _, ok := s.young[key]; !ok {
		s.young[key] = p
		s.size += memoEntry + len(key.text) + p.size()
	}
}
