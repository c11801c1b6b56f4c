// Package aiml reads and interprets categories of AIML 1.0, the Artificial Intelligence Markup
// Language of Wallace (“AIML 1.0.1”, A.L.I.C.E. AI Foundation 2001).
//
// It knows the elements aiml, topic, category, pattern, that, template, and within templates star,
// thatstar, topicstar, srai, sr, random, condition, li, set, get, think, input, that, bot, name,
// date, uppercase, lowercase, formal, sentence, br, person, person2, gender, size, version and id.
// Other elements are ignored and named in a warning. Their content is kept, except for commands
// such as system and javascript.
//
// What the specification leaves open: the input 1 is the one that is being answered, as in Program
// AB and python-aiml, and the that 1,1 the last sentence of the last reply. Both person and person2
// exchange the first and the second person. The last of two categories with the same patterns
// counts.
package aiml

import (
	_ "embed" // the default set
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
)

// Conversation is one conversation. Its replies depend on the set, the seed, what was said, and the
// date if a template asks for it.
type Conversation struct {
	set   *Set
	rng   *rand.Rand
	now   func() time.Time
	vars  map[string]string
	that  []string // the last sentence of the last reply
	turns map[*element]int
	// inputs has the sentences that were said, with the present one, and replies the replies.
	inputs, replies []string
}

// Converse starts a conversation.
func (s *Set) Converse(seed uint64) *Conversation {
	return &Conversation{set: s, rng: numbers.Stream(seed, "luna/responder/aiml", 0), now: time.Now,
		vars: map[string]string{}, turns: map[*element]int{}}
}

// maxHistory is how many inputs and replies are kept.
const maxHistory = 50

// noMatch is the reply if no category matches.
const noMatch = "I don't know what to say to that."

// Reply returns the reply to a text. It answers each sentence.
func (c *Conversation) Reply(text string) string {
	var replies []string
	said := sentences(text)
	for _, sentence := range said[:min(len(said), maxSentences)] {
		budget := maxWork
		r := &run{c: c, budget: &budget}
		c.inputs = remember(c.inputs, sentence)
		reply := squeeze(r.answer(normal(sentence), 0))
		if reply == "" {
			continue
		}
		c.replies = remember(c.replies, reply)
		if list := sentences(reply); len(list) > 0 {
			c.that = normal(list[len(list)-1])
		}
		if len(replies) == 0 || replies[len(replies)-1] != reply {
			replies = append(replies, reply)
		}
	}
	if len(replies) == 0 {
		return noMatch
	}
	return strings.Join(replies, " ")
}

func remember(list []string, text string) []string {
	list = append(list, text)
	return list[max(0, len(list)-maxHistory):]
}

// squeeze removes needless white space.
func squeeze(text string) string {
	return beforeMarks.Replace(strings.Join(strings.Fields(text), " "))
}

var beforeMarks = strings.NewReplacer(" .", ".", " ,", ",", " ?", "?", " !", "!")

// orStar returns the words, or * if there are none.
func orStar(words []string) []string {
	if len(words) == 0 {
		return []string{"*"}
	}
	return words
}

//go:embed default.aiml
var defaultText []byte

// Default returns the set of this package.
var Default = sync.OnceValue(func() *Set {
	s, err := Parse(defaultText, "default.aiml")
	if err != nil {
		panic(err) // a test parses it
	}
	return s
})
