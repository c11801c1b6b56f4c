package eliza

import (
	"math/rand/v2"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/seeded"
)

// Conversation is one conversation. Its replies depend on the script, the seed and what was said.
type Conversation struct {
	script *Script
	rng    *rand.Rand
	turns  map[*rule]int // which of a rule's replies is next
	memory []string
	last   string
}

const (
	// maxMemory is the maximum number of replies that are kept for later.
	maxMemory = 20
	// maxGotos is how often a reply may go on with another keyword.
	maxGotos = 50
)

// Converse starts a conversation.
func (s *Script) Converse(seed uint64) *Conversation {
	return &Conversation{script: s, rng: seeded.New(seed, "luna/responder/eliza", 0),
		turns: map[*rule]int{}}
}

// Reply returns the reply to a text.
func (c *Conversation) Reply(text string) string {
	var best []word
	var keys []string
	for _, clause := range clauses(text) {
		clause = c.script.pre.replace(clause)
		found := c.keywords(clause)
		if len(found) > 0 && (keys == nil || c.rank(found[0]) > c.rank(keys[0])) {
			best, keys = clause, found
		}
	}
	reply := c.byKeywords(best, keys)
	if keys != nil {
		c.remember(best, keys[0])
	}
	if reply == "" {
		reply = c.otherwise()
	}
	c.last = reply
	return reply
}

func (c *Conversation) rank(keyword string) int { return c.script.keys[keyword].rank }

// keywords returns the keywords of a clause, those of the highest rank first.
func (c *Conversation) keywords(clause []word) []string {
	var list []string
	for _, w := range clause {
		if c.script.keys[w.low] != nil && !slices.Contains(list, w.low) {
			list = append(list, w.low)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return c.rank(b) - c.rank(a) })
	return list
}

// byKeywords returns the reply of the first keyword that has one, else none.
func (c *Conversation) byKeywords(clause []word, keys []string) string {
	gotos := 0
	for i := 0; i < len(keys); i++ {
		keyword := keys[i]
		for keyword != "" {
			text, goTo := c.byKey(clause, c.script.keys[keyword])
			if text != "" {
				return text
			}
			if gotos++; gotos > maxGotos {
				return ""
			}
			keyword = goTo
		}
	}
	return ""
}

// byKey returns the reply of one keyword or the keyword to go to, or neither.
func (c *Conversation) byKey(clause []word, k *key) (text, goTo string) {
	for _, r := range k.rules {
		if parts := c.script.match(r.pattern, clause); parts != nil {
			if text, goTo, done := c.next(r, parts); done {
				return text, goTo
			}
		}
	}
	return "", ""
}

// next takes the rule's next reply that can be given and is not what was said last.
func (c *Conversation) next(r *rule, parts [][]word) (text, goTo string, done bool) {
	for range r.replies {
		reply := c.turn(r)
		if reply.text == "" {
			return "", reply.goTo, true
		}
		text, ok := c.assemble(reply.text, parts)
		if ok && (text != c.last || len(r.replies) == 1) {
			return text, "", true
		}
	}
	return "", "", false
}

// turn returns the rule's next reply. The first one is chosen at random.
func (c *Conversation) turn(r *rule) reply {
	n, ok := c.turns[r]
	if !ok {
		n = c.rng.IntN(len(r.replies))
	}
	c.turns[r] = (n + 1) % len(r.replies)
	return r.replies[n]
}

// assemble puts parts into a reply. It fails if one of them is empty.
func (c *Conversation) assemble(text string, parts [][]word) (string, bool) {
	ok := true
	text = reference.ReplaceAllStringFunc(text, func(ref string) string {
		part := parts[number(ref)-1]
		ok = ok && len(part) > 0
		return join(c.script.post.replace(part))
	})
	return capitalized(text), ok
}

func capitalized(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// remember stores a reply for later, following the memory rules of a keyword.
func (c *Conversation) remember(clause []word, keyword string) {
	for _, r := range c.script.keys[keyword].memory {
		parts := c.script.match(r.pattern, clause)
		if parts == nil {
			continue
		}
		if text, _, ok := c.next(r, parts); ok && len(c.memory) < maxMemory {
			c.memory = append(c.memory, text)
		}
		return
	}
}

// otherwise returns a reply if no keyword helps: from memory every other time, or a remark.
func (c *Conversation) otherwise() string {
	if len(c.memory) > 0 && c.rng.IntN(2) == 0 {
		text := c.memory[0]
		c.memory = c.memory[1:]
		return text
	}
	return c.turn(&c.script.defaults).text
}
