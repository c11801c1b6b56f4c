package floor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// Target is a program that can be the target of games.
type Target struct {
	Name      string // shown when the game is over
	Responder responder.Responder
}

// startPrograms starts the programs of a game. They stop when it has ended.
func (f *Floor) startPrograms(r *room, program string, seed uint64) {
	for i, s := range r.seats {
		if s.Player == "" && s.Name != trade.Target {
			f.run(func() { f.bet(r, s.Name, f.newBettor(r, s.Name, seed, i)) })
		}
	}
	if program == "" {
		return
	}
	for _, t := range f.o.Targets {
		if t.Name == program {
			f.run(func() { f.converse(r, t, seed) })
			return
		}
	}
	f.o.Log.Warn("the target of a game is not among the programs any more", "game", r.id,
		"program", program)
}

// converse answers the questions of a game by a program, as slowly as a person types. A question that
// it cannot answer stays unanswered, as it does if a person has nothing to say.
func (f *Floor) converse(r *room, t Target, seed uint64) {
	ctx, cancel := context.WithTimeout(f.ctx, r.length-f.now(r))
	defer cancel()
	c := responder.Converse(t.Responder, seed)
	defer c.Close()
	rng := stream.New(seed, "luna/floor/typing", 0)
	person := typing.Draw(rng)
	for after := 0; ; {
		msgs, err := r.wait(ctx, len(r.streams)-1, after)
		if err != nil || len(msgs) == 0 {
			return
		}
		after += len(msgs)
		for i, m := range msgs {
			if m.Kind == trade.HasEnded {
				return
			}
			if m.Kind != trade.Asked {
				continue
			}
			text, err := c.Reply(ctx, m.Text)
			if err == nil && responder.Tidy(text, MaxText) == "" {
				err = responder.ErrNoReply
			}
			if err != nil {
				f.o.Log.Warn("a program did not answer", "program", t.Name, "game", r.id,
					"question", m.Number, "error", err)
				continue
			}
			due := m.Time + person.Delay(rng, m.Text, text)
			if answered(msgs[i:], m.Number) || !f.sleep(ctx, due-f.now(r)) {
				continue // it was answered before the server was started again
			}
			err = f.act(ctx, r, trade.Target, Action{
				Kind: trade.Answer, Text: text, Number: m.Number,
				Key: fmt.Sprint("program ", m.Number),
			})
			if err != nil && !errors.Is(err, trade.ErrRule) {
				f.o.Log.Warn("the answer of a program was lost", "program", t.Name, "game", r.id,
					"error", err)
			}
		}
	}
}

// answered reports whether messages have the answer to a question.
func answered(msgs []trade.Message, number int) bool {
	for _, m := range msgs {
		if m.Kind == trade.Answered && m.Number == number {
			return true
		}
	}
	return false
}

// sleep waits, and reports whether the context has not ended.
func (f *Floor) sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
