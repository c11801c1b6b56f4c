// Package responder provides the conversation partners for all games and contests of this module.
//
// A [Responder] answers sets of questions, as the Luna Game needs it. [Converse] starts a
// [Conversation] with one, in which texts and replies alternate, as in a Turing test. Some
// responders, such as Eliza, remember what was said earlier in a conversation; the others answer
// each text on its own. [Open] returns the responder that a text such as "canned:FILE" describes.
//
// A way to answer is a [Responder], with a memory a [Converser], and one line in kind.go.
package responder

import (
	"context"
	mathrand "math/rand/v2"
	"sync"

	"github.com/luna-rating/luna/internal/numbers"
)

// Responder answers an opponent's questions: Respond returns one response per question, in order.
// It may be called by several goroutines at once. A responder that holds resources is also an
// io.Closer, which its owner closes in the end.
type Responder interface {
	Respond(ctx context.Context, questions []string) ([]string, error)
}

// DontKnow is the response of players that have no better one.
const DontKnow = "I do not know."

// Interesting is the reply of the Simple Bot of Farfel and Conitzer, “Turing Trade” (2008), section
// 2.1, to any question, with a keyboard's apostrophe instead of the printed one.
const Interesting = "Hmmm... That's an interesting question."

// Fixed returns a responder that gives the same response to every question.
func Fixed(text string) Responder { return fixed(text) }

type fixed string

func (f fixed) Respond(_ context.Context, questions []string) ([]string, error) {
	return eachQuestion(questions, func(string) string { return string(f) }), nil
}

// NewGibberish returns the control player of Silver (2016), 6.2.2, the Gibberish Bot. It responds
// to any question with “a random string of uppercase characters, digits, and spaces. The length of
// the response is also randomly selected to be between 1 and 200.” Its responses derive from the
// seed.
func NewGibberish(seed uint64) Responder {
	return &gibberish{rng: numbers.Stream(seed, "gibberish", 0)}
}

type gibberish struct {
	mu  sync.Mutex
	rng *mathrand.Rand
}

func (g *gibberish) Respond(_ context.Context, questions []string) ([]string, error) {
	const characters, maxLength = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ", 200
	g.mu.Lock()
	defer g.mu.Unlock()
	return eachQuestion(questions, func(string) string {
		text := make([]byte, 1+g.rng.IntN(maxLength))
		for i := range text {
			text[i] = characters[g.rng.IntN(len(characters))]
		}
		return string(text)
	}), nil
}

func eachQuestion(questions []string, respond func(question string) string) []string {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = respond(q)
	}
	return list
}
