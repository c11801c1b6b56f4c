package eliza

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/numbers"
)

// Conversation is one conversation. Its replies depend on the script, the seed and what was said.
type Conversation struct {
	script *Script
	rng    *rand.Rand
	turns  map[*rule]int // which of a rule's replies is next
	memory []string
	last   string
	count  int // of texts
}

const (
	// maxMemory is the maximum number of replies that are kept for later.
	maxMemory = 20
	// maxGotos is how often a reply may go on with another keyword.
	maxGotos = 50
)

// Converse starts a conversation.
func (s *Script) Converse(seed uint64) *Conversation {
	return &Conversation{script: s, rng: numbers.Stream(seed, "luna/responder/eliza", 0),
		turns: map[*rule]int{}}
}

// Reply returns the reply to a text. A script in the form of 1966 gives the reply that the program
// of 1966 gave: to the first clause that has a keyword, after substitutions, strictly in turn, with
// memories that the last word chooses and that come every fourth time. Where that program had
// remarks of its own, because no pattern of a keyword matched, it is one of NONE.
func (c *Conversation) Reply(text string) string {
	c.count++
	var best []word
	var keys []string
	for _, clause := range clauses(text) {
		said := clause
		if clause = c.script.pre.replace(clause); !c.script.lists {
			said = clause
		}
		found := c.keywords(said)
		if len(found) > 0 && (keys == nil ||
			!c.script.lists && c.rank(found[0]) > c.rank(keys[0])) {
			best, keys = clause, found
		}
	}
	reply := c.byKeywords(best, keys)
	if keys != nil && !c.script.lists {
		c.remember(best, keys[0])
	}
	if reply == "" {
		reply = c.otherwise(keys != nil)
	}
	c.last = reply
	return reply
}

func (c *Conversation) rank(keyword string) int { return c.script.keys[keyword].rank }

// keywords returns the keywords of a clause: those of the highest rank first or, in the form of
// 1966, each first or last depending on whether its rank is higher than all before it.
func (c *Conversation) keywords(clause []word) []string {
	var list []string
	top := 0
	for _, w := range clause {
		switch k := c.script.keys[w.low]; {
		case k == nil || !c.script.lists && slices.Contains(list, w.low):
		case c.script.lists && k.rank > top:
			list, top = slices.Insert(list, 0, w.low), k.rank
		default:
			list = append(list, w.low)
		}
	}
	if !c.script.lists {
		slices.SortStableFunc(list, func(a, b string) int { return c.rank(b) - c.rank(a) })
	}
	return list
}

// byKeywords returns the reply of the first keyword that has one, else none.
func (c *Conversation) byKeywords(clause []word, keys []string) string {
	keys = slices.Clone(keys)
	for gotos := 0; len(keys) > 0 && gotos <= maxGotos; gotos++ {
		if c.script.lists {
			c.remember(clause, keys[0])
		}
		text, goTo, done := c.byKey(clause, c.script.keys[keys[0]])
		switch {
		case !done && c.script.lists:
			return ""
		case goTo == "" && text != "":
			return text
		case goTo == "":
			keys = keys[1:]
		default:
			keys[0] = goTo
		}
		if text != "" {
			clause = fieldsOf(text)
			clause = clause[:min(len(clause), maxWords)]
		}
	}
	return ""
}

// byKey returns the reply of one keyword or the keyword to go to, or neither. Both mean to go on
// with the text. It is not done if no reply can be given.
func (c *Conversation) byKey(clause []word, k *key) (text, goTo string, done bool) {
	for _, r := range k.rules {
		if parts := c.script.match(r.pattern, clause); parts != nil {
			if text, goTo, done := c.next(r, parts); done {
				return text, goTo, true
			}
		}
	}
	return "", "", false
}

// next takes the rule's next reply that can be given and is not what was said last.
func (c *Conversation) next(r *rule, parts [][]word) (text, goTo string, done bool) {
	for range r.replies {
		reply := c.turn(r)
		if reply.text == "" {
			return "", reply.goTo, true
		}
		text, ok := c.assemble(reply.text, parts)
		if c.script.lists || ok && (text != c.last || len(r.replies) == 1) {
			return text, reply.goTo, true
		}
	}
	return "", "", false
}

// turn returns the rule's next reply. The first one is chosen at random unless the order is fixed.
func (c *Conversation) turn(r *rule) reply {
	n, ok := c.turns[r]
	if !ok && !c.script.fixed {
		n = c.rng.IntN(len(r.replies))
	}
	c.turns[r] = (n + 1) % len(r.replies)
	return r.replies[n]
}

// assemble puts parts into a reply. It fails if one of them is empty. In the form of 1966, a reply
// in capitals is so throughout.
func (c *Conversation) assemble(text string, parts [][]word) (string, bool) {
	ok := true
	capitals := c.script.lists && text == strings.ToUpper(text)
	text = reference().ReplaceAllStringFunc(text, func(ref string) string {
		part := parts[number(ref)-1]
		ok = ok && len(part) > 0
		return join(c.script.post.replace(part))
	})
	if capitals {
		return strings.ToUpper(text), ok
	}
	return capitalized(text), ok
}

func capitalized(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// remember stores a reply for later, following the memory rules of a keyword.
func (c *Conversation) remember(clause []word, keyword string) {
	rules := c.script.keys[keyword].memory
	if c.script.lists && len(rules) > 0 && len(clause) > 0 {
		rules = rules[hash(clause[len(clause)-1].low)%len(rules):][:1]
	}
	for _, r := range rules {
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

// otherwise returns a reply if no keyword helps: from memory every other time or, in the form of
// 1966, where a text without a keyword is the third of four; else a remark.
func (c *Conversation) otherwise(keyword bool) string {
	recall := !keyword && c.count%4 == 3
	if len(c.memory) > 0 && (c.script.lists && recall || !c.script.lists && c.rng.IntN(2) == 0) {
		text := c.memory[0]
		c.memory = c.memory[1:]
		return text
	}
	return c.turn(&c.script.defaults).text
}
