package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// Target is a program that can be the target of games.
type Target struct {
	Name      string              // shown when the game is over
	Responder responder.Responder // nil if Archive is set
	Archive   bool                // it repeats replies of people in the finished games of the site
	// Kind is the kind of responder, such as eliza, and About says what it does, for practice.
	Kind, About string
}

// startPrograms starts the programs of a game. They stop when it has ended.
func (r *Referee) startPrograms(g *live, program string, seed uint64) {
	r.startBettors(g, seed, questions)
	if program == "" {
		return
	}
	for _, t := range r.o.Targets {
		if t.Name == program {
			r.run(func() { r.converse(g, t, seed) })
			return
		}
	}
	r.o.Log.Warn("the target of a game is not among the programs any more", "game", g.id,
		"program", program)
}

// startBettors starts the bettors of a game that are programs. They ask some of the questions.
func (r *Referee) startBettors(g *live, seed uint64, ask []string) {
	for i, s := range g.seats {
		if s.Player == "" && s.Name != trade.Target {
			r.run(func() { r.bet(g, s.Name, newBettor(g, s.Name, seed, i, ask)) })
		}
	}
}

// converse lets a program answer the questions of a game, as slowly as a person types. A question
// that it cannot answer stays unanswered, as it does if a person has nothing to say.
func (r *Referee) converse(g *live, t Target, seed uint64) {
	ctx, cancel := context.WithTimeout(r.ctx, g.length-r.now(g))
	defer cancel()
	rng := numbers.Stream(seed, "luna/trade/typing", 0)
	person := typing.Draw(rng)
	mine := g.stream(trade.Target)
	earlier, _, _ := g.seen(mine, 0)
	history := turns(earlier)
	for _, x := range history {
		person.Delay(rng, x.Question, x.Response) // the same choices again
	}
	c := responder.Resume(t.Responder, seed, history)
	defer c.Close()
	for after := 0; ; {
		msgs, err := g.wait(ctx, mine, after)
		if err != nil || len(msgs) == 0 {
			return
		}
		after += len(msgs)
		for _, m := range msgs {
			if m.Kind == trade.HasEnded {
				return
			}
			if m.Kind != trade.Asked || m.Number <= len(history) {
				continue // it was answered before the server was started again
			}
			text, err := c.Reply(ctx, m.Text)
			if err == nil && responder.Tidy(text, archive.MaxText) == "" {
				err = responder.ErrNoReply
			}
			if err != nil {
				r.o.Log.Warn("a program did not answer", "program", t.Name, "game", g.id,
					"question", m.Number, "error", err)
				continue
			}
			due := m.Time + person.Delay(rng, m.Text, text)
			if parallel.Sleep(ctx, due-r.now(g)) != nil {
				return
			}
			err = r.act(ctx, g, trade.Target, Action{
				Kind: trade.Answer, Text: text, Number: m.Number,
				Key: fmt.Sprint("program ", m.Number),
			})
			if err != nil && !errors.Is(err, trade.ErrRule) {
				r.o.Log.Warn("the answer of a program was lost", "program", t.Name, "game", g.id,
					"error", err)
			}
		}
	}
}

// turns returns the questions that have been answered, with their answers. One question is open at
// a time, so these are the first ones.
func turns(msgs []trade.Message) (list []responder.Turn) {
	question := ""
	for _, m := range msgs {
		switch m.Kind {
		case trade.Asked:
			question = m.Text
		case trade.Answered:
			list = append(list, responder.Turn{Question: question, Response: m.Text})
		}
	}
	return list
}

// questions are the questions that the site's bettors ask.
var questions = []string{
	"What did you have for breakfast?", "Where do you come from?",
	"What is your favourite film, and why?", "What do you see out of the window?",
	"What is three plus four, in words?", "Tell me about your last holiday.",
	"What made you laugh recently?", "Do you have a brother or a sister?",
	"What is the opposite of cold?", "Why did you join this game?",
}

// newBettor returns a bettor of the site for a seat, which asks some of the questions.
func newBettor(g *live, name string, seed uint64, number int, questions []string) bettors.Bettor {
	seed += uint64(number)
	s := bettors.Seat{Name: name, Settings: g.settings}
	if number%2 == 1 {
		return bettors.NewByBelief(s, bettors.Habits{
			Questions: []string{
				questions[seed%uint64(len(questions))], questions[(seed+3)%uint64(len(questions))],
				questions[(seed+7)%uint64(len(questions))],
			},
			First: 4 * time.Second, Pause: 6 * time.Second, Pace: 2 * time.Second, Limit: 10,
		}, repetition)
	}
	return bettors.NewNoise(s, bettors.NoiseHabits{
		Questions: questions, Wait: 8 * time.Second, Ask: 0.3,
	}, seed)
}

// repetition is the belief of somebody who knows one thing about programs: that they repeat
// themselves.
func repetition(s *bettors.State) float64 {
	seen := make(map[string]bool)
	repeated := 0
	answers := 0
	for _, x := range s.Exchanges {
		if x.Answer == "" {
			continue
		}
		if answers++; seen[x.Answer] {
			repeated++
		}
		seen[x.Answer] = true
	}
	switch {
	case answers == 0:
		return s.Probability(s.Price)
	case repeated > 0:
		return 0.1
	}
	return 0.5 + 0.05*float64(min(answers, 4))
}

// bet lets a bettor of the site play in a seat until the game has ended.
func (r *Referee) bet(g *live, name string, b bettors.Bettor) {
	ctx, cancel := context.WithTimeout(r.ctx, g.length-r.now(g))
	defer cancel()
	mine := g.stream(name)
	for n := 0; ; {
		seen, over, changed := g.seen(mine, 0)
		if k := len(seen); over || k > 0 && seen[k-1].Kind == trade.HasEnded {
			return
		}
		now := r.now(g)
		do, wake := b.Next(now, seen)
		for _, e := range do {
			n++
			// A refusal changes nothing, and the bettor continues.
			_ = r.act(ctx, g, name, Action{Kind: e.Kind, Text: e.Text, Side: e.Side,
				Key: fmt.Sprint("program ", now.Microseconds(), " ", n)})
		}
		t := time.NewTimer(max(10*time.Millisecond, min(wake-now, g.length)))
		select {
		case <-changed:
		case <-t.C:
		case <-ctx.Done():
		}
		if t.Stop(); ctx.Err() != nil {
			return
		}
	}
}
