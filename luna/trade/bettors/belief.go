package bettors

import (
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Belief returns the probability that the target is a human, given what a bettor has seen. It is
// called often and must be fast.
type Belief func(s *State) float64

// Habits are the habits of a bettor who trades by belief.
type Habits struct {
	// Questions are asked in this order, each when the previous one has been answered.
	Questions []string
	// First is when the first question is asked; Pause is how long after an answer the next one is
	// asked.
	First, Pause time.Duration
	// Pace is the time between two bets; 0 means a quarter of a second.
	Pace time.Duration
	// Limit is the maximum number of securities held at a time; 0 means no limit.
	Limit int
}

// defaultPace is the time between two bets of somebody who clicks quickly.
const defaultPace = 250 * time.Millisecond

// byBelief is a bettor who asks questions and bets until the price meets its belief.
type byBelief struct {
	*State
	habits Habits
	belief Belief
	asked  int           // questions sent
	next   time.Duration // the earliest time of the next bet
}

// NewByBelief returns a bettor who trades by a belief.
func NewByBelief(s Seat, h Habits, b Belief) Bettor {
	if h.Pace <= 0 {
		h.Pace = defaultPace
	}
	return &byBelief{State: newState(s), habits: h, belief: b}
}

// Next implements [Bettor].
func (b *byBelief) Next(now time.Duration, seen []trade.Message) ([]trade.Event, time.Duration) {
	b.see(seen)
	if b.Ended {
		return nil, Never
	}
	var do []trade.Event
	wake := Never
	if at, ok := b.questionDue(); ok && now >= at {
		e := b.event(trade.Question, now)
		e.Text = b.habits.Questions[b.asked]
		do = append(do, e)
		b.asked++
	} else if ok {
		wake = at
	}
	if now < b.next {
		return do, min(wake, b.next)
	}
	if side := b.side(b.belief(b.State)); side != "" && b.mayHold(side) {
		e := b.event(trade.Bet, now)
		e.Side = side
		b.next = now + b.habits.Pace
		return append(do, e), min(wake, b.next)
	}
	return do, wake
}

// questionDue returns when the next question is due, once the one before is answered.
func (b *byBelief) questionDue() (time.Duration, bool) {
	if b.asked >= len(b.habits.Questions) {
		return 0, false
	}
	if b.asked == 0 {
		return b.habits.First, true
	}
	if b.Waiting > 0 {
		return 0, false
	}
	own, last := 0, time.Duration(-1)
	for _, x := range b.Exchanges {
		if x.Bettor == b.Name {
			own++
			last = x.Answered
		}
	}
	if own < b.asked || last < 0 {
		return 0, false
	}
	return last + b.habits.Pause, true
}

// mayHold reports whether a bet keeps within the limit of securities.
func (b *byBelief) mayHold(side trade.Side) bool {
	return b.habits.Limit == 0 || b.Holding.Kind != side || b.Holding.Held < b.habits.Limit
}
