package screening

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/responder"
)

// Answer is what was answered to a question.
type Answer struct {
	At   time.Time // when it was asked
	Text string    // "" if there was no answer
}

// Ask asks all questions in one conversation, in their order. A reply that is empty is an answer
// that is missing; any other error ends it, and the answers so far are returned with it.
func (q *Questionnaire) Ask(ctx context.Context, c responder.Conversation) ([]Answer, error) {
	var list []Answer
	for _, question := range q.Questions {
		for i, text := range append(slices.Clone(question.Say), question.Text) {
			asked := time.Now()
			reply, err := c.Reply(ctx, text)
			if err != nil && !errors.Is(err, responder.ErrNoReply) {
				return list, fmt.Errorf("question %s: %w", question.ID, err)
			}
			if i == len(question.Say) {
				list = append(list, Answer{At: asked, Text: reply})
			}
		}
	}
	return list, nil
}
