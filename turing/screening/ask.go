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
	Question string    // its ID
	At       time.Time // when it was asked, by the contest's clock
	Text     string    // "" if there was no answer
}

// AskOptions say how questions are asked. The zero value asks by the clock of this computer.
type AskOptions struct {
	Now func() time.Time // the contest's clock; nil means [time.Now]
	// Heard, if not nil, is called after each reply, also to what is said before a question, for
	// which question is false.
	Heard func(q Question, text, reply string, question bool)
}

// Ask asks all questions in one conversation, in their order. A reply that is empty is an answer
// that is missing; any other error ends it, and the answers so far are returned with it.
func (q *Questionnaire) Ask(
	ctx context.Context,
	c responder.Conversation,
	o AskOptions,
) ([]Answer, error) {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	var list []Answer
	for _, question := range q.Questions {
		for i, text := range append(slices.Clone(question.Say), question.Text) {
			asked := now()
			reply, err := c.Reply(ctx, text)
			if err != nil && !errors.Is(err, responder.ErrNoReply) {
				return list, fmt.Errorf("question %s: %w", question.ID, err)
			}
			isQuestion := i == len(question.Say)
			if isQuestion {
				list = append(list, Answer{Question: question.ID, At: asked, Text: reply})
			}
			if o.Heard != nil {
				o.Heard(question, text, reply, isQuestion)
			}
		}
	}
	return list, nil
}
