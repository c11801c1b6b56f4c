package responder

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

const (
	// respondTimeout is how long a responder outside the program may take.
	respondTimeout = 2 * time.Minute
	// maxAnswer is the maximum size of its answer in bytes: five responses of four escaped bytes
	// per character, with room to spare.
	maxAnswer = 1 << 20
	// maxHistory is the maximum number of previous exchanges that are sent, and maxHistoryBytes of
	// the bytes in them.
	maxHistory, maxHistoryBytes = 50, 1 << 16
)

// exchange is a request to a responder outside the program, and the response.
type exchange struct {
	ID           string   `json:"id"`
	Questions    []string `json:"questions,omitempty"`
	Responses    []string `json:"responses,omitempty"`
	Conversation string   `json:"conversation,omitempty"`
	History      []Turn   `json:"history,omitempty"`
}

// Turn is one turn of a conversation: a text, Question, and the reply to it, Response.
type Turn struct {
	Question string `json:"question"`
	Response string `json:"response"`
}

func newExchange(questions []string) exchange {
	return exchange{ID: rand.Text(), Questions: questions}
}

// responsesFrom returns the responses of an answer, or an error if it is not one to the request.
func (request exchange) responsesFrom(answer exchange) ([]string, error) {
	switch {
	case answer.ID != request.ID:
		return nil, fmt.Errorf("found an answer to %q, expected one to %q", answer.ID, request.ID)
	case len(answer.Responses) != len(request.Questions):
		return nil, fmt.Errorf("found %d responses, expected %d", len(answer.Responses),
			len(request.Questions))
	}
	return answer.Responses, nil
}

// remote is a responder outside the program.
type remote interface {
	send(ctx context.Context, request exchange) ([]string, error)
}

// remembered is a conversation with a remote responder. It sends the previous turns with each
// request.
type remembered struct {
	history
	remote remote
	id     string
}

func newRemembered(r remote, seed uint64) *remembered {
	return &remembered{remote: r, id: conversationID(seed)}
}

func (r *remembered) Reply(ctx context.Context, text string) (string, error) {
	request := newExchange([]string{text})
	request.Conversation, request.History = r.id, r.turns
	reply, err := only(r.remote.send(ctx, request))
	if err != nil {
		return "", err
	}
	r.add(text, reply)
	return reply, nil
}

// history is the previous turns of a conversation with a responder that receives them with each
// request.
type history struct{ turns []Turn }

// add takes in a text and the reply to it.
func (h *history) add(text, reply string) {
	h.turns = recent(append(h.turns, Turn{Question: text, Response: Tidy(reply, maxReply)}))
}

// Resume implements [Resumer].
func (h *history) Resume(turns []Turn) { h.turns = recent(turns) }

// Close implements [Conversation].
func (*history) Close() error { return nil }

// recent returns as many of the last turns as are within the bounds of a history.
func recent(turns []Turn) []Turn {
	n, size := 0, 0
	for n < min(len(turns), maxHistory) {
		t := turns[len(turns)-1-n]
		if size += len(t.Question) + len(t.Response); size > maxHistoryBytes {
			break
		}
		n++
	}
	return turns[len(turns)-n:]
}
