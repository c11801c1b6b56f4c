package responder

import (
	"context"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/internal/numbers"
)

// Conversation is one conversation with a responder. Its methods must not be called at the same
// time.
type Conversation interface {
	// Reply returns the reply to a text: one line that is not empty. See [Tidy].
	Reply(ctx context.Context, text string) (string, error)
	// Close ends the conversation. The responder stays open.
	Close() error
}

// Converser is a [Responder] that remembers each conversation. The random choices of a conversation
// derive from its seed.
type Converser interface {
	Responder
	// Converse starts a conversation.
	Converse(seed uint64) Conversation
}

// ErrNoReply is wrapped by the error of a [Conversation] whose responder had nothing to say.
var ErrNoReply = errors.New("the responder's reply is empty")

// Converse starts a conversation with a responder. Anybody who knows the seed can predict what some
// responders reply, so use a random seed if players must not. A responder that is not a [Converser]
// answers each text on its own.
func Converse(r Responder, seed uint64) Conversation {
	if c, ok := r.(Converser); ok {
		return tidied{c.Converse(seed)}
	}
	return tidied{single{r}}
}

// Resumer is a [Conversation] that can be told what was said before it was interrupted.
type Resumer interface {
	Conversation
	// Resume takes in the turns so far, the oldest first. It must be called before the first text.
	Resume(history []Turn)
}

// Resume continues a conversation that [Converse] started with the same seed, in this process or an
// earlier one; history is its turns so far, the oldest first. No question is repeated to the
// responder: programs, services and chat servers get the history with the next text, as if there
// had been no interruption, and Eliza, AIML and retrieval take it in. A conversation of another
// package that is not a [Resumer] starts anew.
func Resume(r Responder, seed uint64, history []Turn) Conversation {
	c := Converse(r, seed).(tidied)
	if known, ok := c.Conversation.(Resumer); ok && len(history) > 0 {
		list := make([]Turn, len(history))
		for i, t := range history {
			list[i] = Turn{
				Question: Tidy(t.Question, maxText), Response: Tidy(t.Response, maxReply),
			}
		}
		known.Resume(list)
	}
	return c
}

// tidied turns each reply into one tidy line.
type tidied struct{ Conversation }

func (t tidied) Reply(ctx context.Context, text string) (string, error) {
	reply, err := t.Conversation.Reply(ctx, Tidy(text, maxText))
	if err != nil {
		return "", err
	}
	if reply = Tidy(reply, maxReply); reply == "" {
		return "", ErrNoReply
	}
	return reply, nil
}

const (
	// maxReply is the maximum number of characters of a [Conversation]'s reply.
	maxReply = 500
	// maxText is the maximum number of characters of a text that is replied to; the rest is cut.
	maxText = 10_000
)

// single is a conversation with a responder that has no memory.
type single struct{ r Responder }

func (s single) Reply(ctx context.Context, text string) (string, error) {
	return only(s.r.Respond(ctx, []string{text}))
}

func (single) Close() error { return nil }

// only returns the only element of a list of responses.
func only(list []string, err error) (string, error) {
	switch {
	case err != nil:
		return "", err
	case len(list) != 1:
		return "", fmt.Errorf("the responder gave %d responses, expected 1", len(list))
	}
	return list[0], nil
}

// conversationID returns the name of a conversation for programs and services.
func conversationID(seed uint64) string {
	rng := numbers.Stream(seed, "luna/responder/conversation", 0)
	return fmt.Sprintf("%016x%016x", rng.Uint64(), rng.Uint64())
}
