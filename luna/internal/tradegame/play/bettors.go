package play

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

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
