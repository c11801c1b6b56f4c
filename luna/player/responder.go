package player

import "context"

// Responder answers an opponent's questions: one response each, in their order. It may be called by several goroutines at once.
type Responder interface {
	Respond(ctx context.Context, questions []string) ([]string, error)
}

// Fixed responds the same to every question.
type Fixed string

// DontKnow is the response of who has no other.
const DontKnow Fixed = "I do not know."

// Respond implements [Responder].
func (f Fixed) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i := range list {
		list[i] = string(f)
	}
	return list, nil
}
