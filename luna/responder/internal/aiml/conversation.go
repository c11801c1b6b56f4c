package aiml

import (
	"math/rand/v2"
	"strings"
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
