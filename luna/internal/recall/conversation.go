package recall

import (
	"math/rand/v2"

	"github.com/luna-rating/luna/internal/numbers"
)

// Conversation is one conversation with a memory.
type Conversation struct {
	memory *Memory
	rng    *rand.Rand
	before string
	said   map[string]int // how often each reply was given
}

// Converse starts a conversation. The seed decides which reply is given when no text in the memory
// has a word in common.
func (m *Memory) Converse(seed uint64) *Conversation {
	return &Conversation{memory: m, rng: numbers.Stream(seed, "luna/responder/recall", 0),
		said: map[string]int{}}
}

// candidates is how many of the nearest texts are searched for a reply that has not been given yet;
// nearEnough is how similar such a text must be, as a share of the similarity of the nearest one.
const candidates, nearEnough = 20, 0.6

// Reply returns the reply to the nearest text; if several texts are nearly as near, the reply that
// has been given least often. If no text has a word in common, it returns any reply.
func (c *Conversation) Reply(text string) string {
	e, _ := c.Choose(c.memory, text)
	c.Said(text, e.Reply)
	return e.Reply
}

// Choose returns the exchange of a memory that [Conversation.Reply] would repeat, and false if the
// memory is empty.
func (c *Conversation) Choose(m *Memory, text string) (Exchange, bool) {
	found, similarity := m.Nearest(c.before, text, candidates)
	if len(found) == 0 {
		all := m.exchanges
		if len(all) == 0 {
			return Exchange{}, false
		}
		for range candidates {
			found = append(found, all[c.rng.IntN(len(all))])
			similarity = append(similarity, 1)
		}
	}
	best := found[0]
	for i, e := range found {
		if similarity[i] >= nearEnough*similarity[0] && c.said[e.Reply] < c.said[best.Reply] {
			best = e
		}
	}
	return best, true
}

// Said records a text and the reply that was given to it.
func (c *Conversation) Said(text, reply string) {
	c.before = text
	if len(c.said) < maxSaid {
		c.said[reply]++
	}
}

// maxSaid bounds the number of replies that a conversation remembers.
const maxSaid = 10_000
